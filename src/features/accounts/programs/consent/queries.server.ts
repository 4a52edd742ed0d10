import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { type Scope, scopes, type SignedIn } from "../../viewer.ts"
import type { ConsentRequest } from "../inputs.ts"
import {
  withAnswer,
  type Fault,
  grantDays,
  isSameRedirect,
  redirectHost,
  type RedirectKind,
  redirectKind,
} from "../program.ts"
import { findProgram } from "../queries.server.ts"

/** An authorization request whose program and redirect address are verified. */
export type ReadRequest = {
  program: { id: number; name: string; website: string }
  redirect: { uri: string; kind: RedirectKind; host: string }
  scopes: Scope[]
  challenge: string
  /** Why the request cannot be allowed. */
  fault: Fault | undefined
  /** Returns the redirect address with this answer, the request's state and the issuer (RFC 9207). */
  answered(answer: Record<string, string>): string
}

/**
 * Reads a program's authorization request. When the program or its redirect address is unknown, the person may not be sent back
 * there, so it refuses: `program_not_found`, the field `redirect_uri`. Any other fault is reported to the program.
 */
export async function readRequest(db: Db, asked: ConsentRequest, issuer: string): Promise<ReadRequest> {
  const { client_id, redirect_uri: uri, state } = asked
  const program = (await findProgram(db, client_id)) ?? refuse("program_not_found")
  const kind = redirectKind(uri)
  if (!kind || !program.redirects.some((registered) => isSameRedirect(registered, uri)))
    refuseFields({ redirect_uri: ["accounts.redirect_unknown"] })
  const wanted = [...new Set((asked.scope ?? "read").split(" ").filter(Boolean))]
  return {
    program: { id: program.id, name: program.name, website: program.website },
    redirect: { uri, kind, host: redirectHost(uri) },
    scopes: scopes.filter((scope) => wanted.includes(scope)),
    challenge: asked.code_challenge ?? "",
    fault: faultOf(asked, wanted),
    answered: (answer) => withAnswer(uri, { ...answer, state, iss: issuer }),
  }
}

function faultOf(asked: ConsentRequest, wanted: string[]): Fault | undefined {
  const fault = (error: string, error_description: string): Fault => ({ error, error_description })
  if (!asked.response_type) return fault("invalid_request", "response_type is missing")
  if (asked.response_type !== "code") return fault("unsupported_response_type", "response_type must be code")
  if (!asked.code_challenge) return fault("invalid_request", "code_challenge is missing (RFC 7636)")
  if (asked.code_challenge_method !== "S256") return fault("invalid_request", "code_challenge_method must be S256")
  if (!/^[A-Za-z0-9_-]{43}$/.test(asked.code_challenge))
    return fault("invalid_request", "code_challenge must be a SHA-256 in base64url")
  const isKnown = wanted.length > 0 && wanted.every((scope) => (scopes as readonly string[]).includes(scope))
  return isKnown ? undefined : fault("invalid_scope", `scope must be of: ${scopes.join(" ")}`)
}

/** Reads an authorization request as it is shown to the person who decides on it. */
export async function findConsent(db: Db, asked: ConsentRequest, issuer: string) {
  const { program, redirect, scopes: wanted, fault, answered } = await readRequest(db, asked, issuer)
  return {
    program: { name: program.name, website: program.website },
    redirect: { kind: redirect.kind, host: redirect.host },
    scopes: wanted,
    until: new Date(Date.now() + grantDays * 86_400_000).toISOString(),
    fault: fault ? { error: fault.error, detail: fault.error_description, to: answered(fault) } : null,
    refused: answered({ error: "access_denied" }),
  }
}

/** Lists the programs that act for a person, the last authorized first, with one entry for all permissions of a program. */
export async function listAuthorizations(db: Db, viewer: SignedIn) {
  const { rows } = await sql<{
    id: number
    name: string
    website: string
    scopes: Scope[]
    created: Date
    lastUsed: Date | null
    expires: Date
  }>`
    select p.id, p.name, p.website, min(g.created_at) as created, max(g.last_used_at) as "lastUsed",
      max(g.expires_at) as expires, array(select distinct unnest(x.scopes) from program_grants x
        where x.program_id = p.id and x.user_id = ${viewer.userId} and x.exchanged_at is not null and x.expires_at > now()) as scopes
    from program_grants g join programs p on p.id = g.program_id
    where g.user_id = ${viewer.userId} and g.exchanged_at is not null and g.expires_at > now()
    group by p.id order by max(g.created_at) desc, p.id desc`.execute(db)
  return rows.map(({ created, lastUsed, expires, scopes: given, ...row }) => ({
    ...row,
    scopes: scopes.filter((scope) => given.includes(scope)),
    created: created.toISOString(),
    last_used: lastUsed?.toISOString() ?? null,
    expires: expires.toISOString(),
  }))
}
