import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import type { Environment } from "#http/environment.ts"
import type { FileRequest } from "#http/files/file-answers.ts"
import { limits, spend } from "#http/limits/limits.ts"
import type { queueByNetwork } from "#http/limits/queue-by-network.ts"
import type { World } from "#http/world.ts"
import { Refusal } from "#lib/refusal.ts"
import { type Fault, oauthPaths } from "../program.ts"
import { authenticateProgram } from "../queries.server.ts"
import { revokeProgramToken, exchangeCode, refreshTokens } from "./commands.server.ts"

/** Largest request body in bytes; every valid request is smaller. */
const largestForm = 16 * 1024

/** An error answer of these endpoints (RFC 6749 §5.2). */
class FaultAnswer extends Error {
  readonly fault: Fault
  readonly status: 400 | 401
  constructor(fault: Fault) {
    super(fault.error_description)
    this.fault = fault
    this.status = fault.error === "invalid_client" ? 401 : 400
  }
}

/** The fields of a form, each at most once; a blank field counts as not sent (RFC 6749 §3.2). */
type Sent = { get(name: string): string | undefined; need(name: string): string }

/**
 * Builds `/oauth/token` and `/oauth/revoke`, where programs exchange a code or a refresh token for tokens and revoke a token.
 * Programs send forms and prove their identity by their secret as the standards require (RFC 6749, 7009), so that any OAuth
 * library works; cookies are ignored. The HTTP server provides `network`.
 * @param inTurn lets a network have a few requests processed at a time; it is applied here so that a refusal has the format of
 * the standard
 */
export function oauthEndpoints(world: World, inTurn: ReturnType<typeof queueByNetwork>) {
  const app = new Hono<Environment>()
  app.use(async (c, next) => {
    c.set("world", world)
    c.set("address", (c.env as FileRequest | undefined)?.network ?? "")
    c.header("Cache-Control", "no-store")
    c.header("Pragma", "no-cache")
    await inTurn(c.get("address"), next)
  })
  app.use(bodyLimit({ maxSize: largestForm, onError: () => refused("invalid_request", "the form is too large") }))

  app.post(oauthPaths.token, async (c) => {
    const sent = await readForm(c)
    const program = await programOf(c, sent)
    const type = sent.need("grant_type")
    if (type === "authorization_code") {
      const given = { code: sent.need("code"), redirect: sent.need("redirect_uri"), verifier: verifierOf(sent) }
      const tokens = await exchangeCode(world.db, program.id, given)
      return c.json(tokens ?? refused("invalid_grant", "the code is not valid, or not for this"))
    }
    if (type !== "refresh_token")
      refused("unsupported_grant_type", "grant_type must be authorization_code or refresh_token")
    const scopes = sent.get("scope")?.split(" ").filter(Boolean)
    const tokens = await refreshTokens(world.db, program.id, { token: sent.need("refresh_token"), scopes })
    if (tokens === "invalid_scope") refused(tokens, "scope may not be more than was allowed")
    if (tokens === "invalid_grant") refused(tokens, "the refresh token is not valid, or was used before")
    return c.json(tokens)
  })

  app.post(oauthPaths.revoke, async (c) => {
    const sent = await readForm(c)
    const program = await programOf(c, sent)
    const came = await revokeProgramToken(world.db, program.id, sent.need("token"))
    if (came === "invalid_grant") refused(came, "the token is of another program")
    return c.body(null, 200)
  })

  app.all("*", (c) => c.json({ error: "invalid_request", error_description: "ask by POST" }, 405, { Allow: "POST" }))

  app.onError((error, c) => {
    if (error instanceof FaultAnswer) {
      if (error.status === 401) c.header("WWW-Authenticate", `Basic realm="OAuth", charset="UTF-8"`)
      return c.json(error.fault, error.status)
    }
    if (!(error instanceof Refusal)) throw error
    c.header("Retry-After", String(Math.max(1, Math.ceil(error.retryAfter ?? 1))))
    return c.json({ error: "temporarily_unavailable", error_description: "too many requests" }, 429)
  })
  return app
}

function refused(error: string, description: string): never {
  throw new FaultAnswer({ error, error_description: description })
}

async function readForm(c: Context<Environment>): Promise<Sent> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header("content-type") ?? ""))
    refused("invalid_request", "the body must be application/x-www-form-urlencoded")
  const form = new URLSearchParams(await c.req.text())
  const names = [...form.keys()]
  if (new Set(names).size < names.length) refused("invalid_request", "a parameter is there twice")
  const get = (name: string) => form.get(name) || undefined
  return { get, need: (name) => get(name) ?? refused("invalid_request", `${name} is missing`) }
}

function verifierOf(sent: Sent) {
  const verifier = sent.need("code_verifier")
  return /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)
    ? verifier
    : refused("invalid_request", "code_verifier is malformed")
}

/**
 * Authenticates the program by HTTP Basic or by form fields, never both (RFC 6749 §2.3). A program with a secret sends the
 * requests of all its users from one server and has its own limit. The client id of a public program is known to anybody, so its
 * requests count against the sender's network, and no stranger can use up a limit that all its users share.
 */
async function programOf(c: Context<Environment>, sent: Sent) {
  const header = c.req.header("authorization")
  const named = sent.get("client_id")
  const own = { id: named, secret: sent.get("client_secret") }
  if (header !== undefined && own.secret !== undefined) refused("invalid_request", "two secrets were sent")
  const { id, secret } = header === undefined ? own : basic(header)
  if (header !== undefined && named !== undefined && named !== id) refused("invalid_request", "two programs are named")
  const program = id === undefined ? undefined : await authenticateProgram(c.get("world").db, id, secret)
  if (program?.hasSecret) await spend(c, limits.tokensOf, `program ${program.id}`)
  else await spend(c, limits.tokensFrom, c.get("address"))
  if (!program) refused("invalid_client", "the program is not known, or its secret is not right")
  return program
}

/** Reads client id and secret from a Basic header, each encoded as in a form (RFC 6749 §2.3.1). */
function basic(header: string): { id: string | undefined; secret: string | undefined } {
  const [, coded = ""] = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(header) ?? []
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(coded, "base64").toString()) ?? []
  try {
    const plain = (text = "") => decodeURIComponent(text.replaceAll("+", " ")) || undefined
    return { id: plain(id), secret: plain(secret) }
  } catch {
    return { id: undefined, secret: undefined }
  }
}
