/** Where the browser of the tests is. */
export const browserPath: string
/** Where the same is without a window. */
export const shellPath: string
/** Installs those of Debian's packages that are missing, all at once, and prints which; exits when it cannot. */
export function ensurePackages(...names: string[]): Promise<void>
/** Installs Debian's Chromium, with and without a window, when it is missing, and prints that. */
export function ensureBrowser(): Promise<void>
