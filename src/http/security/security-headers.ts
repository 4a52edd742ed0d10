/** Adds to an answer what every answer carries, but for what it says itself: some may be framed, or fetched from elsewhere. */
export function headersOfAll(publicUrl: string): (headers: Headers) => void {
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

/** What every answer carries (OWASP ASVS 5.0 §3.4). */
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
 * What other sites may not have their readers' browsers fetch as if it were an image or a script (Fetch §3.7): pages and
 * data. Scripts of other sites that ask for data by CORS are answered all the same.
 */
function isOfThisSiteAlone(type: string | null): boolean {
  return /^(text\/(html|x-script)|application\/(\w+\+)?json)\b/.test(type ?? "")
}

/**
 * Other sites that a page may ask: the map is drawn from some (MAP_STYLE_URL, MAP_PMTILES), players are framed from others. The
 * answer to a form may lead away: browsers hold every redirect that comes after a form to `form-action`, also those of others.
 */
export type Elsewhere = { connect?: readonly string[]; frames?: readonly string[]; doFormsLeadAway?: boolean }

/**
 * Who may make HTML of strings, or addresses of scripts, in the browser (Trusted Types): our own HTML (ui/html.ts), what libraries set that
 * holds no tag (public/first.js), and ProseMirror, which reads what is pasted in a document that nobody sees.
 */
const policies = ["foyer", "default", "ProseMirrorClipboard"]

/**
 * The policy of a page: only what is named here, nothing from elsewhere, no inline script but those named by nonce or hash. Style attributes are
 * allowed, since posters are placed by them; style elements only those named by hash, and in development, where Vite writes them.
 */
export function contentSecurityPolicy(
  scripts: string[],
  styles: string[] = [],
  elsewhere: Elsewhere = {},
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
    // Vite, in development, and what it shows of errors ask for no policy.
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", `trusted-types ${policies.join(" ")}`]),
  ].join("; ")
}
