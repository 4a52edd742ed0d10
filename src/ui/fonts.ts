import interfaceFont from "@fontsource-variable/special-gothic/files/special-gothic-latin-standard-normal.woff2?url"
import posterFont from "@fontsource/special-gothic-condensed-one/files/special-gothic-condensed-one-latin-400-normal.woff2?url"

/**
 * The two fonts every page shows first (97 KB), for `<link rel="preload" as="font" crossorigin>`. Nothing waits for them;
 * those that come before the first paint save laying out the page a second time.
 */
export const preloadedFonts = [posterFont, interfaceFont]
