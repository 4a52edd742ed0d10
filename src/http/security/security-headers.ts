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
 * What other sites may not have their readers' browsers fetch as if it were an image or a script (Fetch §3.7): pages and
 * data. Scripts of other sites that ask for data by CORS are answered all the same.
 */
export function isOfThisSiteAlone(type: string | null): boolean {
  return /^(text\/(html|x-script)|application\/(\w+\+)?json)\b/.test(type ?? "")
}

/**
 * The policy of a page: only what is named here, nothing from elsewhere, no inline script but those named by nonce or hash. Style attributes are
 * allowed, since posters are placed by them; style elements only those named by hash, and in development, where Vite writes them.
 */
export function contentSecurityPolicy(
  scripts: string[],
  styles: string[] = [],
  isDevelopment = import.meta.env?.DEV ?? false,
) {
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(" ")}`.trim(),
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' ${styles.join(" ")}`.trim(),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ")
}
