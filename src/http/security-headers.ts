import { createHash } from "node:crypto"

/** What every answer carries (OWASP ASVS 5.0 §3.4). */
export function securityHeaders(publicUrl: string): Record<string, string> {
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
 * The policy of a page: nothing from elsewhere, no inline script but those named by nonce or hash. Style attributes are
 * allowed, since posters are placed by them; style elements are not, but in development, where Vite writes them.
 */
export function contentSecurityPolicy(scripts: string[], isDevelopment = import.meta.env?.DEV ?? false) {
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(" ")}`.trim(),
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ")
}

/** `'sha256-…'` of every inline script of a page, so that its bytes can be given again. Data in a script element never runs. */
export function scriptHashes(page: Buffer) {
  const hashes = new Set<string>()
  for (let at = page.indexOf("<script"); at >= 0; at = page.indexOf("<script", at)) {
    const from = page.indexOf(">", at) + 1
    const to = page.indexOf("</script>", from)
    if (from === 0 || to < 0) break
    const tag = page.toString("utf8", at, from)
    if (!/\ssrc=|\stype="application\/(?:ld\+)?json"/.test(tag))
      hashes.add(`'sha256-${createHash("sha256").update(page.subarray(from, to)).digest("base64")}'`)
    at = to
  }
  return [...hashes]
}
