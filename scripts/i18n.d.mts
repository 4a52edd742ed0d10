/** Compiles every message; returns how many there are. Throws when languages do not agree. */
export function compileMessages(): number
