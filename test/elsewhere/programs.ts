import { createHash } from "node:crypto"
import { oauthEndpoints } from "#features/accounts/programs/tokens/endpoints.server.ts"
import { queueByNetwork } from "#http/limits/queue-by-network.ts"
import { newSecret } from "#lib/secret.ts"
import type { TestSite, visitor } from "../worlds/visitor.ts"

type Visitor = ReturnType<typeof visitor>
type Registered = { id: number; client_id: string; client_secret: string | null }

export const back = "https://programme.example/retour"

/** Returns the code challenge of an application's verifier (RFC 7636, S256). */
export function challengeOf(verifier: string) {
  return createHash("sha256").update(verifier).digest("base64url")
}

/** Registers an application, public by default. */
export async function registers(someone: Visitor, more: object = {}): Promise<Registered> {
  const wanted = { name: "Carnet", website: "https://programme.example/", redirects: [back], kind: "public", ...more }
  const answer = await someone.post("/api/me/programs/", wanted)
  if (answer.status !== 201) throw new Error(`program: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Returns an application's authorization request, and its verifier. */
export function request({ client_id }: { client_id: string }, more: Record<string, string | undefined> = {}) {
  const verifier = newSecret()
  const asked = {
    client_id,
    redirect_uri: back,
    response_type: "code",
    scope: "read follow",
    state: "x y&z",
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
    ...more,
  }
  return { verifier, asked }
}

/** Returns an application that calls the OAuth endpoints. */
export function programAt(site: TestSite, network = "198.51.100.9", inTurn = queueByNetwork(site.config.limits)) {
  const endpoints = oauthEndpoints(site.world, inTurn)
  const send = async (path: string, form: Record<string, string> | string, headers: Record<string, string> = {}) => {
    const answer = await endpoints.fetch(
      new Request(new URL(path, site.config.publicUrl), {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: typeof form === "string" ? form : new URLSearchParams(form).toString(),
      }),
      { network },
    )
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : undefined, headers: answer.headers }
  }
  return {
    token: (form: Record<string, string> | string, headers?: Record<string, string>) =>
      send("/oauth/token", form, headers),
    revoke: (form: Record<string, string>, headers?: Record<string, string>) => send("/oauth/revoke", form, headers),
    endpoints,
  }
}

/** Lets a person allow an authorization request; returns the code. */
export async function allows(someone: Visitor, asked: object): Promise<string> {
  const answer = await someone.post("/api/auth/consent/", asked)
  if (answer.status !== 201) throw new Error(`consent: ${answer.status} ${JSON.stringify(answer.body)}`)
  return new URL(answer.body.to).searchParams.get("code") as string
}

/** Returns the form with which a public application exchanges a code. */
export function exchange(asked: { client_id: string; redirect_uri: string }, code: string, verifier: string) {
  const { client_id, redirect_uri } = asked
  return { grant_type: "authorization_code", client_id, redirect_uri, code, code_verifier: verifier }
}

/** Runs the whole flow from the authorization request to the tokens of a public application; returns them with the request. */
export async function tokensOf(
  site: TestSite,
  someone: Visitor,
  program: { client_id: string },
  more: Record<string, string> = {},
) {
  const { asked, verifier } = request(program, more)
  const form = exchange(asked, await allows(someone, asked), verifier)
  const { status, body } = await programAt(site).token(form)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...body, form }
}
