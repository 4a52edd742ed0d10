import { z } from "@hono/zod-openapi"
import { body, created, conflict, done, forbidden, invalid, ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perAccount } from "#http/call.ts"
import { limits } from "#http/limits/limits.ts"
import { sessionSetCookie } from "#http/security/session.ts"
import { refuse } from "#lib/refusal.ts"
import { deleteMailsTo } from "#mail/transport.ts"
import { passwordAgain, profileChange, secondFactorCode } from "./inputs.ts"
import { deleteAccount } from "./leaving/deletion.server.ts"
import { storageOf } from "#storage/storage.ts"
import { exportAccount, storedFileReader } from "./leaving/export.server.ts"
import { changeProfile } from "./profile/settings.server.ts"
import { profileOf, profileRepresentation } from "./profile.server.ts"
import {
  confirmSecondFactor,
  prepareSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
} from "./second-factor/second-factor.server.ts"
import { confirmPassword } from "./sign-in/passwords.server.ts"
import { signedIn } from "./signed-in.server.ts"

const tags = ["Me"]
const codes = z.object({ recovery_codes: z.array(z.string()) }).openapi("RecoveryCodes")

const show = call({
  method: "get",
  path: "/api/me/",
  rights: "user",
  scope: "read",
  cache: "personal",
  tags,
  summary: "Get the caller's profile and rights",
  responses: { ...ok(profileRepresentation, "The profile."), ...forbidden },
})

const change = call({
  method: "patch",
  path: "/api/me/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "Update the profile; omitted fields are unchanged, unknown ones are ignored",
  request: body(profileChange),
  responses: { ...ok(profileRepresentation, "The profile."), ...invalid, ...forbidden },
})

const leave = call({
  method: "delete",
  path: "/api/me/",
  rights: "user",
  scope: "session",
  cache: "personal",
  limit: perAccount(limits.confirm),
  tags,
  summary: "Delete the account: it is closed at once, and its data are removed within minutes",
  request: body(passwordAgain),
  responses: { ...done, ...invalid, ...forbidden },
})

const takeAway = call({
  method: "get",
  path: "/api/me/export/",
  rights: "user",
  scope: "session",
  cache: "personal",
  limit: perAccount(limits.export),
  tags,
  summary: "Export all data of the account as a ZIP archive of JSON and files",
  responses: {
    200: {
      description: "The ZIP archive.",
      content: { "application/zip": { schema: z.string().openapi({ format: "binary" }) } },
    },
    ...forbidden,
  },
})

const factor = call({
  method: "get",
  path: "/api/me/second-factor/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "Get the state of the second factor",
  responses: {
    ...ok(
      z.object({ enabled: z.boolean(), recovery_codes_left: z.number().int() }).openapi("SecondFactor"),
      "Whether the second factor is on, and how many recovery codes are left.",
    ),
    ...forbidden,
  },
})

const prepareFactor = call({
  method: "post",
  path: "/api/me/second-factor/",
  rights: "user",
  scope: "session",
  cache: "personal",
  limit: perAccount(limits.confirm),
  tags,
  summary: "Create a secret for an authenticator app (TOTP, RFC 6238), to be confirmed with a code",
  request: body(passwordAgain),
  responses: {
    ...created(
      z
        .object({
          secret: z.string(),
          url: z.string(),
          qr: z.string().openapi({ description: "QR code of `url`, as SVG." }),
        })
        .openapi("SecondFactorSecret"),
      "The secret, its `otpauth:` address and the QR code of that address.",
    ),
    ...invalid,
    ...forbidden,
    ...conflict,
  },
})

const confirmFactor = call({
  method: "put",
  path: "/api/me/second-factor/",
  rights: "user",
  scope: "session",
  cache: "personal",
  limit: perAccount(limits.confirm),
  tags,
  summary: "Turn the second factor on with a first code; recovery codes are returned only this once",
  request: body(secondFactorCode),
  responses: { ...ok(codes, "The recovery codes; the second factor is on."), ...invalid, ...forbidden, ...conflict },
})

const removeFactor = call({
  method: "delete",
  path: "/api/me/second-factor/",
  rights: "user",
  scope: "session",
  cache: "personal",
  limit: perAccount(limits.confirm),
  tags,
  summary: "Turn the second factor off",
  request: body(passwordAgain),
  responses: { ...done, ...invalid, ...forbidden },
})

const renewCodes = call({
  method: "post",
  path: "/api/me/second-factor/recovery-codes/",
  rights: "user",
  scope: "session",
  cache: "personal",
  limit: perAccount(limits.confirm),
  tags,
  summary: "Replace the recovery codes; they are returned only this once",
  request: body(passwordAgain),
  responses: {
    ...created(codes, "The new recovery codes; the old ones no longer work."),
    ...invalid,
    ...forbidden,
    ...conflict,
  },
})

/** Builds the calls of the signed-in person: profile, second factor, deletion and export. */
export function meApi() {
  return apiApp()
    .openapi(show, async (c) => {
      const viewer = signedIn(c)
      return tagged(
        c,
        (await profileOf(c.get("world").db, viewer.userId, c.get("world").config.publicUrl)) ??
          refuse("sign_in_needed"),
      )
    })
    .openapi(change, async (c) => {
      const { db } = c.get("world")
      const viewer = signedIn(c)
      await changeProfile(db, viewer, c.req.valid("json"))
      return c.json(
        (await profileOf(db, viewer.userId, c.get("world").config.publicUrl)) ?? refuse("sign_in_needed"),
        200,
      )
    })
    .openapi(leave, async (c) => {
      const { db, config } = c.get("world")
      const viewer = signedIn(c)
      const confirmed = await confirmPassword(db, viewer, c.req.valid("json").password)
      const { addresses } = await deleteAccount(db, viewer, confirmed)
      await deleteMailsTo(config, addresses)
      c.header("Set-Cookie", sessionSetCookie(null, config), { append: true })
      return c.body(null, 204)
    })
    .openapi(takeAway, async (c) => {
      const { db, config } = c.get("world")
      const viewer = signedIn(c)
      const archive = await exportAccount(db, viewer, storedFileReader(storageOf(config)))
      const day = new Date().toISOString().slice(0, 10)
      return c.body(archive as unknown as ArrayBuffer, 200, {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="foyer-${viewer.username}-${day}.zip"`,
        "Content-Length": String(archive.length),
      })
    })
    .openapi(factor, async (c) => c.json(await secondFactorOf(c.get("world").db, signedIn(c)), 200))
    .openapi(prepareFactor, async (c) => {
      const { db, config } = c.get("world")
      const viewer = signedIn(c)
      const confirmed = await confirmPassword(db, viewer, c.req.valid("json").password)
      return c.json(await prepareSecondFactor(db, viewer, confirmed, config.siteName), 201)
    })
    .openapi(confirmFactor, async (c) => {
      const viewer = signedIn(c)
      return c.json(
        { recovery_codes: await confirmSecondFactor(c.get("world").db, viewer, c.req.valid("json").code) },
        200,
      )
    })
    .openapi(removeFactor, async (c) => {
      const { db } = c.get("world")
      const viewer = signedIn(c)
      const confirmed = await confirmPassword(db, viewer, c.req.valid("json").password)
      await removeSecondFactor(db, viewer, confirmed)
      return c.body(null, 204)
    })
    .openapi(renewCodes, async (c) => {
      const { db } = c.get("world")
      const viewer = signedIn(c)
      const confirmed = await confirmPassword(db, viewer, c.req.valid("json").password)
      return c.json({ recovery_codes: await renewRecoveryCodes(db, viewer, confirmed) }, 201)
    })
}
