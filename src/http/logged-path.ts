/** Addresses whose last segment is a secret: people who read the log must not be able to open them. */
const secret = /^((?:\/(?:fr|en|nl|de|es))?\/(?:calendars|(?:api\/)?newsletters)\/)[^/]+/

/** Removes the secrets in a path before it is logged. */
export function loggedPath(path: string): string {
  return path.replace(secret, "$1…")
}
