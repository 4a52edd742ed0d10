import type { Config } from "#config/config.ts"
import { sessionDays } from "#features/accounts/viewer.ts"
import { isSecret } from "#lib/secret.ts"
import { cookiesOf } from "./cookies.ts"

export const sessionCookie = "sessionid"

/** Returns the session secret in a `Cookie` header; undefined when there is none, or one of the wrong format. */
export function sessionOf(cookies: string | null | undefined): string | undefined {
  const secret = cookiesOf(cookies).get(sessionCookie)
  return secret && isSecret(secret) ? secret : undefined
}

/** Returns the API token of a request; undefined when it carries none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer(?:\s+(.*))?$/i
    .exec(authorization ?? "")
    ?.slice(1)
    .map((token) => token ?? "")[0]
}

/** Makes the `Set-Cookie` header of a session; null deletes the cookie. */
export function sessionSetCookie(secret: string | null, config: Config): string {
  const secure = config.publicUrl.startsWith("https:") ? "; Secure" : ""
  const age = secret === null ? 0 : sessionDays * 86_400
  return `${sessionCookie}=${secret ?? ""}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
}
