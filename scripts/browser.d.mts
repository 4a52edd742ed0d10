/** Where the browser of the tests is. */
export const browserPath: string
/** Where the same is without a window. */
export const shellPath: string
/** Installs Debian's chromium, with and without a window, when there is none, and says so. */
export function ensureBrowser(): void
/** Installs a package of Debian's when `isThere` finds nothing, and says so; without it there is no going on. */
export function ensurePackage(name: string, isThere: () => boolean, otherwise?: string): void
