import { z } from "@hono/zod-openapi"
import { line, optionalEmail } from "#features/accounts/inputs.ts"
import { actorPath } from "#features/actors/inputs.ts"
import { numberInPath, paging, withMessage, text } from "#http/input/parameters.ts"
import { channels, longest, messageStates } from "./message.ts"

/** A required single line of text. */
const required = (most: number) => line(most).refine((value) => value !== "", withMessage("errors.required"))

/** Several lines of plain text, without characters that a terminal or a mail program would interpret. */
const plainText = (most: number) =>
  text(most)
    .min(1)
    // oxlint-disable-next-line no-control-regex
    .refine((value) => !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/.test(value), {
      ...withMessage("errors.invalid"),
    })
    .transform((value) => value.replaceAll(/\r\n?/g, "\n"))

export const messageFields = z.object({
  channel: z.enum(channels),
  email: optionalEmail.openapi({
    type: "string",
    format: "email",
    description: "Address for the answer; required if `channel` is `email`.",
  }),
  name: required(longest.name),
  captcha: z.string().min(1).max(4000).openapi({
    description:
      "Answer to `GET /api/contact/captcha/`: the solved challenge as ALTCHA writes it (base64 of JSON), or `token:answer`. Valid once.",
  }),
  subject: required(longest.subject),
  message: plainText(longest.message),
})

/** A message to the people of a page (specification §3). */
export const newMessage = messageFields.refine(
  ({ channel, email: address }) => channel !== "email" || address !== undefined,
  { ...withMessage("contact-questions.email_needed"), path: ["email"] },
)
export type NewMessage = z.output<typeof newMessage>

export const messageChange = z.object({
  is_read: z.boolean().optional().openapi({ description: "Whether the caller has read the message." }),
  is_archived: z
    .boolean()
    .optional()
    .openapi({ description: "Whether the message is archived, for all managers of the page." }),
})
export type MessageChange = z.output<typeof messageChange>

export const messagesQuery = z.object({
  state: z
    .enum(messageStates)
    .optional()
    .transform((value) => value ?? "inbox")
    .openapi({ description: "State of the messages; `unread` lists those the caller has not read." }),
  ...paging(100, 20),
})
export const messagePath = actorPath.extend({ id: numberInPath(7) })
