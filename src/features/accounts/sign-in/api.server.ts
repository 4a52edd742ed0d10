import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { reportAllErrors } from "#http/errors/all-errors.ts"
import { body, created, done, forbidden, invalid, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perAccount, perNetwork } from "#http/call.ts"
import { callerNetwork, coarseAddress } from "#http/limits/client-address.ts"
import { csrfCookie, csrfSetCookie, isCsrfToken, newCsrfToken } from "#http/security/csrf.ts"
import type { Environment } from "#http/environment.ts"
import { cookiesOf } from "#http/security/cookies.ts"
import { giveBack, limits, refuseBeyond, spend, tally } from "#http/limits/limits.ts"
import { mayTryPassword, strangerTo, tallyPasswordTry } from "#http/limits/password-tries.ts"
import { registerWithLimits, countRegistrationAttempt } from "#http/limits/registering.ts"
import { sessionOf, sessionSetCookie } from "#http/security/session.ts"
import { refuse } from "#lib/refusal.ts"
import { judgeRegistration, register } from "../registration/commands.server.ts"
import { verifyEmail } from "../emails/emails.server.ts"
import { credentials, mailedToken, passwordChange, registration, resetConfirmation, resetRequest } from "../inputs.ts"
import { profileOf, profileRepresentation } from "../profile.server.ts"
import { signedIn } from "../signed-in.server.ts"
import { changePassword, confirmReset, requestReset, resetLink } from "./passwords.server.ts"
import { type Account, findAccounts, hasSessionFrom, signIn, signOut } from "./sign-in.server.ts"

const tags = ["Signing in"]

const csrf = call({
  method: "get",
  path: "/api/auth/csrf/",
  rights: "anyone",
  scope: "session",
  cache: "personal",
  operationId: "getCsrfToken",
  tags,
  summary: "Get the csrftoken cookie, whose value every write repeats in X-CSRFToken",
  responses: ok(z.object({ detail: z.string() }), "The cookie is set."),
})

const registering = call({
  method: "post",
  path: "/api/auth/register/",
  rights: "anyone",
  scope: "session",
  cache: "personal",
  limit: {
    byHandler: [limits.register, limits.registerTry, limits.mailTo],
    test: "src/features/accounts/sign-in/sign-in.test.ts",
  },
  operationId: "register",
  tags,
  summary: "Create an account, and mail a link to verify its address; the client then signs in",
  request: body(registration),
  responses: { ...created(profileRepresentation, "The profile of the created account."), ...invalid, ...forbidden },
})

const login = call({
  method: "post",
  path: "/api/auth/login/",
  rights: "anyone",
  scope: "session",
  cache: "personal",
  limit: perNetwork(limits.login),
  operationId: "logIn",
  tags,
  summary: "Sign in; 400 with code `second_factor_needed` if the account requires `code`",
  request: body(credentials),
  responses: { ...ok(profileRepresentation, "The profile; the `sessionid` cookie is set."), ...invalid, ...forbidden },
})

const logout = call({
  method: "post",
  path: "/api/auth/logout/",
  rights: "anyone",
  scope: "session",
  cache: "personal",
  operationId: "logOut",
  tags,
  summary: "Sign out",
  responses: { ...done, ...forbidden },
})

const password = call({
  method: "patch",
  path: "/api/auth/password/",
  rights: "user",
  scope: "session",
  cache: "personal",
  limit: perAccount(limits.confirm),
  operationId: "changePassword",
  tags,
  summary: "Change the password; ends other sessions, authorizations of programs and, unless kept, API tokens",
  request: body(passwordChange),
  responses: { ...done, ...invalid, ...forbidden },
})

const verify = call({
  method: "post",
  path: "/api/auth/verify/",
  rights: "anyone",
  scope: "session",
  cache: "personal",
  limit: perNetwork(limits.link),
  operationId: "verifyEmail",
  tags,
  summary: "Verify an e-mail address with the token of a mailed link",
  request: body(mailedToken),
  responses: { ...done, ...invalid, ...forbidden },
})

const reset = call({
  method: "post",
  path: "/api/auth/reset/",
  rights: "anyone",
  scope: "session",
  cache: "personal",
  limit: perNetwork(limits.reset),
  operationId: "requestPasswordReset",
  tags,
  summary: "Mail a link to set a new password; the answer is the same if the address is unknown",
  request: body(resetRequest),
  responses: { ...done, ...invalid, ...forbidden },
})

const resetShown = call({
  method: "get",
  path: "/api/auth/reset/confirm/",
  rights: "anyone",
  scope: "session",
  limit: perNetwork(limits.link),
  operationId: "checkPasswordReset",
  tags,
  summary:
    "Check whether the token of a mailed link can still set a new password, without using it or revealing its owner",
  request: { query: mailedToken },
  responses: {
    ...ok(z.object({ expires: z.iso.datetime() }), "The token is valid until `expires`."),
    ...invalid,
    ...forbidden,
  },
})

const resetConfirm = call({
  method: "post",
  path: "/api/auth/reset/confirm/",
  rights: "anyone",
  scope: "session",
  cache: "personal",
  limit: perNetwork(limits.link),
  operationId: "resetPassword",
  tags,
  summary:
    "Set a new password with the token of a mailed link; ends all sessions, API tokens and authorizations of programs",
  request: body(resetConfirmation),
  responses: { ...done, ...invalid, ...forbidden },
})

/** Builds the calls that make accounts, sign in and out, and change passwords. */
export function signInApi() {
  return apiApp()
    .openapi(csrf, (c) => {
      const known = cookiesOf(c.req.header("cookie")).get(csrfCookie)
      setCookie(c, csrfSetCookie(isCsrfToken(known) ? known : newCsrfToken(), c.get("world").config.publicUrl))
      return c.json({ detail: c.get("messages")("accounts.csrf_given") }, 200)
    })
    .openapi(
      registering,
      async (c) => {
        const { db, config } = c.get("world")
        const given = c.req.valid("json")
        const locale = { language: given.language ?? c.get("language"), timezone: given.timezone ?? config.timezone }
        const userId = await registerWithLimits(c, given.email, () =>
          register(db, given, locale, (accountId) => mayTryPassword(c, accountId)),
        )
        return c.json((await profileOf(db, userId, config.publicUrl)) ?? refuse("not_found"), 201)
      },
      reportAllErrors(registration, async (c, { given }) => {
        await countRegistrationAttempt(c)
        await judgeRegistration(c.get("world").db, given)
      }),
    )
    .openapi(login, async (c) => {
      const { db, config } = c.get("world")
      const given = c.req.valid("json")
      const accounts = await findAccounts(db, given.username)
      const tries =
        accounts.length > 0
          ? await Promise.all(accounts.map((account) => loginTry(c, account)))
          : [strangerTo(c, `nobody ${given.username}`)]
      for (const one of tries) {
        const { isWithin, wait } = await tallyPasswordTry(c, one)
        if (!isWithin) refuseBeyond(c, wait, { isTold: false })
      }

      const device = { userAgent: c.req.header("user-agent"), address: coarseAddress(c.get("address")) }
      const { userId, secret } = await signIn(db, accounts, given, device, sessionOf(c.req.header("cookie")))
      await giveBack(db, limits.login, caller(c))
      for (const { who, from, isKnown } of tries) {
        await giveBack(db, limits.loginToAccount, from)
        if (!isKnown) await giveBack(db, limits.loginToAccount, who)
      }
      setCookie(c, sessionSetCookie(secret, config))
      setCookie(c, csrfSetCookie(newCsrfToken(), config.publicUrl))
      return c.json((await profileOf(db, userId, config.publicUrl)) ?? refuse("not_found"), 200)
    })
    .openapi(logout, async (c) => {
      const { db, config } = c.get("world")
      const secret = sessionOf(c.req.header("cookie"))
      if (secret) await signOut(db, secret)
      setCookie(c, sessionSetCookie(null, config))
      return c.body(null, 204)
    })
    .openapi(password, async (c) => {
      const { db, config } = c.get("world")
      const viewer = signedIn(c)
      const secret = await changePassword(db, viewer, c.req.valid("json"))
      setCookie(c, sessionSetCookie(secret, config))
      setCookie(c, csrfSetCookie(newCsrfToken(), config.publicUrl))
      return c.body(null, 204)
    })
    .openapi(verify, async (c) => {
      await verifyEmail(c.get("world").db, c.req.valid("json").token)
      return c.body(null, 204)
    })
    .openapi(reset, async (c) => {
      const { email, next } = c.req.valid("json")
      await spend(c, limits.mailTo, `${email} ${caller(c)}`, { isTold: false })
      // Beyond this limit no further mail is sent: the owner has enough mails with working links. The answer stays the same for
      // everybody, including the person who requested the mails.
      const inAll = await tally(c, limits.mailToInAll, email)
      await requestReset(c.get("world").db, { email, next }, inAll.isWithin)
      return c.body(null, 204)
    })
    .openapi(resetShown, async (c) => {
      const { expires_at } = await resetLink(c.get("world").db, c.req.valid("query").token)
      return c.json({ expires: expires_at.toISOString() }, 200)
    })
    .openapi(resetConfirm, async (c) => {
      await confirmReset(c.get("world").db, c.req.valid("json"))
      return c.body(null, 204)
    })
}

/** Returns how tries to log in to an account are counted here: apart, on a network that it has a session from. */
async function loginTry(c: Context<Environment>, { id }: Account) {
  const who = `account ${id}`
  const isKnown = await hasSessionFrom(c.get("world").db, id, coarseAddress(c.get("address")))
  return isKnown ? { who, from: `${who} at ${caller(c)}`, isKnown } : strangerTo(c, who)
}

function caller(c: Context<Environment>) {
  return callerNetwork(c.get("address"))
}

function setCookie(c: Context<Environment>, cookie: string) {
  c.header("Set-Cookie", cookie, { append: true })
}
