/**
 * Returns a function that adds the common headers to an answer, except where the answer sets its own: some may be framed, or
 * fetched by other sites.
 */
export function commonHeaders(publicUrl: string): (headers: Headers) => void {
  const common = Object.entries(securityHeaders(publicUrl))
  const noPages = contentSecurityPolicy([])
  return (headers) => {
    const isFramed = headers.get("content-security-policy")?.includes("frame-ancestors *")
    for (const [name, value] of common) {
      if (isFramed && name === "X-Frame-Options") continue
      if (name !== "Referrer-Policy" || !headers.has(name)) headers.set(name, value)
    }
    if (!headers.has("content-security-policy")) headers.set("Content-Security-Policy", noPages)
    const isOpen = headers.has("cross-origin-resource-policy")
    if (!isOpen && isOfThisSiteAlone(headers.get("content-type")))
      headers.set("Cross-Origin-Resource-Policy", "same-origin")
  }
}

/** Lists the headers of every answer (OWASP ASVS 5.0 §3.4). */
function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), payment=(), usb=(), geolocation=(self)",
    ...(publicUrl.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  }
}

/**
 * Returns whether other sites must not make browsers fetch this type as if it were an image or a script (Fetch §3.7): pages and
 * data. Scripts of other sites that fetch data with CORS still get it.
 */
function isOfThisSiteAlone(type: string | null): boolean {
  return /^(text\/(html|x-script)|application\/(\w+\+)?json)\b/.test(type ?? "")
}

/**
 * Other sites that a page may contact: the map is drawn from some (MAP_STYLE_URL, MAP_PMTILES), players are framed from others.
 * The answer to a form may redirect to another site: browsers check every redirect after a form against `form-action`, including
 * those of other sites.
 */
export type OtherSites = { connect?: readonly string[]; frames?: readonly string[]; doFormsLeadAway?: boolean }

/**
 * Code that may turn strings into HTML or script addresses in the browser (Trusted Types): our own HTML (ui/html.ts), strings
 * without a tag that libraries set (public/first.js), and ProseMirror, which parses pasted content in a document that is not
 * displayed.
 */
const policies = ["foyer", "default", "ProseMirrorClipboard"]

/**
 * Makes the Content-Security-Policy of a page: only the listed sources, nothing from other sites, no inline script except those
 * listed by nonce or hash. Style attributes are allowed, since posters are laid out with them; style elements only by hash,
 * except in development, where Vite inserts them.
 */
export function contentSecurityPolicy(
  scripts: string[],
  styles: string[] = [],
  elsewhere: OtherSites = {},
  isDevelopment = import.meta.env?.DEV ?? false,
) {
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(" ")}`.trim(),
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' ${styles.join(" ")}`.trim(),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...(isDevelopment ? ["ws:"] : []), ...(elsewhere.connect ?? [])].join(" "),
    "media-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ["frame-src 'self'", ...(elsewhere.frames ?? [])].join(" "),
    "base-uri 'none'",
    ...(elsewhere.doFormsLeadAway ? [] : ["form-action 'self'"]),
    "frame-ancestors 'none'",
    // Vite, in development, and its error overlay do not work with Trusted Types.
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", `trusted-types ${policies.join(" ")}`]),
  ].join("; ")
}
