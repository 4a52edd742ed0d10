/** Where the browser of the tests is. */
export const browserPath: string
/** Installs Debian's chromium when there is none, and says so. */
export function ensureBrowser(): void
