import { z } from "@hono/zod-openapi"
import { paging, withMessage, text } from "#http/input/parameters.ts"
import { translatedText } from "#http/input/body-fields.ts"
import { languages } from "#i18n/languages.ts"
import { isSlug, slugOf } from "./agenda.ts"

/** Most agendas of a person, and most pages and events in each. */
export const mostAgendas = 100
export const mostEntries = 2000

export const entryKinds = ["actor", "event"] as const
export type EntryKind = (typeof entryKinds)[number]

const name = text(100)
  .min(1)
  // The name is a single line: no line breaks, and no invisible characters that reverse the text direction.
  .refine((value) => !/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(value), withMessage("errors.invalid"))

const slug = text(200)
  .transform(slugOf)
  .refine(isSlug, withMessage("lists.slug_pattern"))
  .openapi({ type: "string", example: "nuits-blanches", description: "Last part of its address, `/agendas/{slug}`." })

export const newAgenda = z.object({
  name,
  language: z.enum(languages).optional(),
  description: translatedText(2000).optional(),
  slug: slug.optional(),
  published: z
    .boolean()
    .optional()
    .openapi({ description: "Whether everyone may read it, at the address of its slug." }),
  shows_owner: z
    .boolean()
    .optional()
    .openapi({ description: "Whether the caller's public page is shown as its owner." }),
})
export type NewAgenda = z.output<typeof newAgenda>

export const agendaChange = newAgenda.partial().extend({
  is_default: z.literal(true).optional().openapi({ description: "Makes it the default agenda." }),
})
export type AgendaChange = z.output<typeof agendaChange>

const eventNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .openapi({ type: "integer" })

export const agendasQuery = z.object({
  actor: text(400)
    .optional()
    .openapi({ description: "fid of a page; each agenda then states in `has` whether it contains it." }),
  event: eventNumber
    .optional()
    .openapi({ description: "Id of an event; each agenda then states in `has` whether it contains it." }),
  ...paging(200, 200),
})
export type AgendasQuery = z.output<typeof agendasQuery>

export const agendaPath = z.object({
  id: z.string().openapi({
    pattern: "^(\\d{1,15}|default)$",
    example: "7",
    description: "Id of the agenda, or `default` for the default agenda.",
  }),
})
export const entryPath = agendaPath.extend({
  kind: z.string().openapi({ pattern: "^(actor|event)$", example: "event" }),
  ref: z.string().openapi({ example: "42", description: "The fid of a page, or the id of an event." }),
})
export const entriesQuery = z.object(paging(200, 200))
export const publicAgendaPath = z.object({ slug: z.string().openapi({ example: "nuits-blanches" }) })
