import interfaceFont from "./special-gothic-latin.woff2?url"
import posterFont from "./special-gothic-condensed-latin.woff2?url"

/**
 * The two fonts that every page shows first (75 KB), for `<link rel="preload" as="font" crossorigin>`. Rendering does not wait
 * for them; if they arrive before the first paint, the page is laid out only once.
 */
export const preloadedFonts = [posterFont, interfaceFont]
