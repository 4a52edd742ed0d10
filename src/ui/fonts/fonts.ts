import interfaceFont from "./special-gothic-latin.woff2?url"
import posterFont from "./special-gothic-condensed-latin.woff2?url"

/**
 * The two fonts every page shows first (75 KB), for `<link rel="preload" as="font" crossorigin>`. Nothing waits for them;
 * those that come before the first paint save laying out the page a second time.
 */
export const preloadedFonts = [posterFont, interfaceFont]
