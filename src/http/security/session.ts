import type { Config } from "#config/config.ts"
import { sessionDays } from "#features/accounts/viewer.ts"
import { isSecret } from "#lib/secret.ts"
import { cookiesOf } from "./cookies.ts"

export const sessionCookie = "sessionid"

/** The secret of the session that a `Cookie` header names; undefined when there is none, or nothing that could be one. */
export function sessionOf(cookies: string | null | undefined): string | undefined {
  const secret = cookiesOf(cookies).get(sessionCookie)
  return secret && isSecret(secret) ? secret : undefined
}

/** The API token of a request; undefined when it carries none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer(?:\s+(.*))?$/i
    .exec(authorization ?? "")
    ?.slice(1)
    .map((token) => token ?? "")[0]
}

/** The `Set-Cookie` that gives a session; null takes it back. */
export function sessionSetCookie(secret: string | null, config: Config): string {
  const secure = config.publicUrl.startsWith("https:") ? "; Secure" : ""
  const age = secret === null ? 0 : sessionDays * 86_400
  return `${sessionCookie}=${secret ?? ""}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
}
