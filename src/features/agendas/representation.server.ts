import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { orNull, translated } from "#http/input/schemas.ts"
import { languages } from "#i18n/languages.ts"
import { entryKinds } from "./inputs.ts"

const time = z.string().openapi({ format: "date-time" })

const common = {
  name: z.string(),
  language: z.enum(languages),
  description: translated,
  created: time,
  updated: time,
}

/** An agenda as its owner sees it. */
export const managedAgenda = z
  .object({
    id: z.number().int(),
    ...common,
    is_default: z.boolean().openapi({ description: "Whether it is the default agenda, `default` in paths." }),
    published: z.boolean(),
    slug: z
      .string()
      .nullable()
      .openapi({ description: "Last part of its address; kept for its owner if it becomes private again." }),
    url: z.string().nullable().openapi({ description: "Public address; null while it is private." }),
    shows_owner: z.boolean(),
    actors: z.number().int().openapi({ description: "Number of pages in it." }),
    events: z.number().int().openapi({ description: "Number of single events in it." }),
    has: z.boolean().optional().openapi({ description: "Whether it contains the page or event given in the query." }),
  })
  .openapi("OwnAgenda")
export type ManagedAgenda = z.output<typeof managedAgenda>

/** A page or a single event in an agenda. */
export const agendaEntry = z
  .object({
    kind: z.enum(entryKinds),
    actor: orNull(actorReference),
    event: z
      .object({
        id: z.number().int(),
        title: translated,
        language: z.enum(languages),
        start: time.openapi({ description: "Start of its next date, or of its last one if all are over." }),
        all_day: z.boolean(),
        is_running: z.boolean().openapi({ description: "Whether the date has begun and is not over." }),
        is_over: z.boolean(),
        is_cancelled: z.boolean(),
        place: z.string().nullable(),
        url: z.string(),
      })
      .nullable(),
    added: time,
  })
  .openapi("AgendaEntry")
export type AgendaEntry = z.output<typeof agendaEntry>

/** A published agenda, as everyone sees it. */
export const publicAgenda = z
  .object({
    ...common,
    slug: z.string(),
    url: z.string(),
    owner: orNull(actorReference).openapi({
      description: "The public page of its owner; null unless `shows_owner` is set.",
    }),
  })
  .openapi("Agenda")
export type PublicAgenda = z.output<typeof publicAgenda>
