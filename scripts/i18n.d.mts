/** Compiles every message; returns how many there are. Throws when languages do not agree. */
export function compileMessages(): number
/** The files of words that a module says something of: those it needs loaded before it runs in the browser. */
export function wordFilesOf(code: string): string[]
