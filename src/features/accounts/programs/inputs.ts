import { z } from "@hono/zod-openapi"
import { withMessage, text } from "#http/input/parameters.ts"
import { webAddress } from "#http/input/body-fields.ts"
import { line } from "../inputs.ts"
import { longestName, longestRedirect, mostRedirects, programKinds, redirectKind } from "./program.ts"

const redirect = text(longestRedirect)
  .refine((address) => redirectKind(address) !== undefined, withMessage("accounts.redirect_invalid"))
  .openapi({
    format: "uri",
    description:
      "`https://…`, `http://127.0.0.1/…` (on any port), or a private-use scheme with a dot: `org.example.app:/…`.",
    example: "https://programme.example/retour",
  })

const fields = {
  name: line(longestName).min(1),
  website: webAddress,
  redirects: z
    .array(redirect)
    .min(1)
    .max(mostRedirects)
    .transform((addresses) => [...new Set(addresses)]),
}

export const newProgram = z.object({
  ...fields,
  kind: z.enum(programKinds).openapi({
    description:
      "`confidential`: runs on a server and has a secret. `public`: runs on people's devices, where no secret can be kept.",
  }),
})
export type NewProgram = z.output<typeof newProgram>
export const programChange = z.object(fields).partial()
export type ProgramChange = z.output<typeof programChange>

/** A parameter exactly as sent, in visible ASCII (RFC 6749 appendix A), so that the program gets it back unchanged. */
const asSent = z
  .string()
  .max(1000)
  .refine((value) => /^[ -~]*$/.test(value), withMessage("errors.invalid"))
const parameter = (description: string, example?: string) =>
  asSent.optional().openapi({ description, ...(example ? { example } : {}) })

/**
 * The parameters of a request to `/oauth/authorize` (RFC 6749 §4.1.1, RFC 7636 §4.3). Their values are checked in `readRequest`.
 */
export const consentRequest = z.object({
  client_id: asSent,
  redirect_uri: asSent,
  response_type: parameter("Must be `code`."),
  scope: parameter("Scopes, separated by spaces; defaults to `read`.", "read follow"),
  state: parameter("Returned unchanged to the program."),
  code_challenge: parameter("SHA-256 of the code verifier, in base64url (RFC 7636)."),
  code_challenge_method: parameter("Must be `S256`."),
})
export type ConsentRequest = z.output<typeof consentRequest>
