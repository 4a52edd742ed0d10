import { isTimezone, timezoneNamed } from "#lib/time.ts"
import { z } from "@hono/zod-openapi"
import { choices } from "#features/notices/notice.ts"
import { withMessage, text } from "#http/input/parameters.ts"
import { languages } from "#i18n/languages.ts"
import { blankIfInvisible } from "#lib/text/one-line.ts"
import { scopes } from "./viewer.ts"

const usernamePattern = /^[a-z0-9_][a-z0-9_.-]{1,28}[a-z0-9_]$/

/** Makes the schema of a text shown on one line: no line breaks and no invisible characters that reverse its direction. */
export const line = (longest: number) =>
  text(longest)
    .refine((value) => !/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(value), withMessage("accounts.one_line"))
    .overwrite(blankIfInvisible)

/** A username as typed, trimmed and in lower case. */
export const username = text(200)
  .transform((value) => value.toLowerCase())
  .refine((value) => usernamePattern.test(value), withMessage("accounts.username_pattern"))
  .openapi({ type: "string", pattern: usernamePattern.source, example: "mirelle" })

/** An e-mail address that mail can be sent to, with its domain as DNS writes it. */
export const email = text(320)
  .transform(mailAddress)
  .refine((value): value is string => value !== undefined, withMessage("accounts.email_invalid"))
  .openapi({ type: "string", format: "email", maxLength: 254, example: "mirelle@exemple.be" })

/** The same for an optional address: an empty field means no address. */
export const optionalEmail = z
  .union([z.literal("").transform(() => undefined), email])
  .nullish()
  .transform((value) => value ?? undefined)

/** Returns an address as DNS and mail programs write it, or undefined if it is invalid or could be read as several addresses. */
export function mailAddress(written: string): string | undefined {
  const [, local = "", domain = ""] = /^([^@\s]{1,64})@([^@\s/?#:\\[\]%]{1,255})$/.exec(written) ?? []
  if (!/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i.test(local)) return undefined
  if (!URL.canParse(`http://${domain}`)) return undefined
  const host = new URL(`http://${domain}`).hostname
  const isHost = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/.test(host)
  const address = `${local}@${host}`
  return isHost && address.length <= 254 ? address : undefined
}

/** A password exactly as typed, never trimmed. Its strength is checked only when it is set. */
export const password = z
  .string()
  .min(1)
  .max(1000)
  .refine((value) => value.isWellFormed() && !value.includes("\0"), withMessage("errors.invalid"))
  .openapi({ type: "string", format: "password" })

/** A person's time zone: an IANA name, which includes the rules of summer time. */
export const timezone = text(64)
  // Intl accepts offsets such as +01:00 as zones, but they have no summer time.
  .refine((value) => !/^[+-]/.test(value) && isTimezone(value), withMessage("accounts.timezone_unknown"))
  .transform((value) => timezoneNamed(value) ?? value)
  .openapi({ type: "string", example: "Europe/Brussels" })

/**
 * The page a mailed link leads back to: a path of this site. Addresses can be changed after they were mailed, so that the page
 * checks it again (web/navigation/next.ts).
 */
const next = text(6000)
  .refine((path) => path === "" || /^\/(?![/\\])[!-~]*$/.test(path), withMessage("errors.invalid"))
  .optional()
  .openapi({ description: "Path of the page that the mailed link leads back to, without language prefix." })

export const registration = z.object({
  username,
  email,
  password,
  name: line(100).optional(),
  language: z.enum(languages).optional(),
  timezone: timezone.optional(),
  next,
})
export type Registration = z.output<typeof registration>

export const credentials = z.object({
  username: text(320).min(1).openapi({ description: "Username or e-mail address." }),
  password,
  code: text(40).optional().openapi({ description: "Code of the second factor: six digits, or a recovery code." }),
})

export const passwordChange = z.object({
  old_password: password,
  new_password: password,
  keep_tokens: z.boolean().optional().openapi({
    description:
      "Whether API tokens and the secret address of the calendar stay valid; otherwise they are revoked, in case somebody else created one.",
  }),
})
export type PasswordChange = z.output<typeof passwordChange>
export const mailedToken = z.object({ token: text(200).min(1) })
export const resetRequest = z.object({ email, next })
export const resetConfirmation = mailedToken.extend({ new_password: password })
export const passwordAgain = z.object({ password })

export const newsletterFrequencies = ["none", "daily", "weekly", "monthly"] as const

const notifyKinds = z
  .array(z.enum(choices))
  .max(choices.length)
  .transform((kinds) => [...new Set(kinds)])

export const profileChange = z.object({
  name: line(100)
    .nullable()
    .transform((value) => value || null)
    .optional(),
  language: z.enum(languages).optional(),
  timezone: timezone.optional(),
  identity: text(30).nullable().optional().openapi({ description: "`fid` of a published person owned by the caller." }),
  newsletter: z
    .object({
      frequency: z.enum(newsletterFrequencies).optional(),
      language: z
        .enum(languages)
        .nullable()
        .optional()
        .openapi({ description: "Language of the newsletter; null for that of the account." }),
      weekday: z
        .number()
        .int()
        .min(1)
        .max(7)
        .optional()
        .openapi({ description: "Day of the week of a weekly newsletter, from 1 (Monday) to 7 (ISO 8601)." }),
      hour: z.number().int().min(0).max(23).optional(),
    })
    .optional(),
  notify: notifyKinds.optional().openapi({ description: "Kinds of notices sent by mail." }),
  notify_app: notifyKinds.optional().openapi({ description: "Kinds of notices shown in the inbox." }),
})
export type ProfileChange = z.output<typeof profileChange>

export const newEmail = z.object({
  email,
  password: password.optional().openapi({
    description:
      "Password of the account, since whoever reads the mails of an address can set a new one. Needed ten minutes after signing in.",
  }),
  next,
})
export type NewEmail = Omit<z.output<typeof newEmail>, "password">
export const verificationRequest = z.object({ next })
export const emailChange = z.object({ is_primary: z.literal(true) })

const placeFields = {
  name: line(100).min(1),
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  radius: z.number().min(0.1).max(500),
}
export const newPlace = z.object({ ...placeFields, radius: placeFields.radius.default(25) })
export const placeChange = z.object(placeFields).partial()
export type NewPlace = z.output<typeof newPlace>
export type PlaceChange = z.output<typeof placeChange>

const tokenScopes = z
  .array(z.enum(scopes))
  .min(1)
  .max(scopes.length)
  .transform((given) => scopes.filter((scope) => given.includes(scope)))

export const newToken = z.object({
  name: line(100).min(1),
  scopes: tokenScopes,
  expires: z
    .string()
    .optional()
    .transform((value) => (value === undefined ? inDays(90) : new Date(value)))
    .refine(
      (date) => date.getTime() > Date.now() && date.getTime() <= inDays(366).getTime(),
      withMessage("accounts.expires_future"),
    )
    .openapi({
      type: "string",
      format: "date-time",
      description: "Time of expiry, at most 366 days ahead; defaults to 90 days.",
    }),
})

export const tokenChange = z
  .object({
    name: line(100).min(1),
    scopes: tokenScopes.openapi({ description: "Scopes to keep; scopes can only be removed." }),
  })
  .partial()
export type TokenChange = z.output<typeof tokenChange>

export const sessionChange = z.object({
  name: line(100)
    .nullable()
    .transform((value) => value || null)
    .optional()
    .openapi({ description: "Name the person gives the device; null for the name its browser reports." }),
})

function inDays(days: number) {
  return new Date(Date.now() + days * 86_400_000)
}

export const newIdentity = z.object({
  url: text(2000)
    .transform(profileAddress)
    .refine((value): value is ProfileAddress => value !== undefined, withMessage("accounts.profile_url"))
    .openapi({ type: "string", example: "@mirelle@mastodon.example" }),
})

export type ProfileAddress = { url: string; handle: string | null }

/** Reads an `https://…` address or a Fediverse handle; a handle gets its usual profile address as a first guess. */
function profileAddress(written: string): ProfileAddress | undefined {
  const [, name, host] = /^@?([\w.-]{1,64})@((?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63})$/i.exec(written) ?? []
  if (name && host) return { url: `https://${host.toLowerCase()}/@${name}`, handle: `${name}@${host.toLowerCase()}` }
  if (!/^https?:\/\//i.test(written) || !URL.canParse(written)) return undefined
  const url = new URL(written)
  return url.username || url.password || url.href.length > 2000 ? undefined : { url: url.href, handle: null }
}

export const secondFactorCode = z.object({ code: text(40).min(1) })

/** The id of something that belongs to the viewer, in a path. */
export const idInPath = z.object({
  id: z
    .string()
    .transform((value) => (/^\d{1,15}$/.test(value) ? Number(value) : 0))
    .openapi({ type: "integer" }),
})
