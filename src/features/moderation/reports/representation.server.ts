import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { personElsewhere } from "#features/events/elsewhere/representation.server.ts"
import { orNull, translated } from "#http/schemas.ts"
import { languages } from "#i18n/languages.ts"
import { reportStatuses } from "./inputs.ts"

const hidden = z.boolean().openapi({ description: "Moderators took it out of sight." })
const time = z.string().openapi({ format: "date-time" })

/** Somebody on another server complains of something here. */
export const reportRepresentation = z
  .object({
    id: z.number().int(),
    host: z.string().openapi({ description: "Whose server says it." }),
    by: orNull(personElsewhere).openapi({
      description:
        "Who says it: often the server itself, so that nobody learns who complained. Null once they are gone.",
    }),
    text: z.string(),
    events: z.array(
      z.object({ id: z.number().int(), title: translated, language: z.enum(languages), is_hidden: hidden }),
    ),
    pages: z.array(actorReference.extend({ is_hidden: hidden })),
    comments: z.array(
      z.object({
        id: z.number().int(),
        event: z.number().int(),
        by: personElsewhere,
        content: z.string().openapi({ description: "Sanitised HTML." }),
        url: z.string(),
        published: time,
        is_edited: z.boolean(),
        is_shown: z.boolean(),
        is_hidden: hidden,
      }),
    ),
    status: z.enum(reportStatuses),
    closed: time.nullable(),
    closed_by: z.string().nullable(),
    created: time,
  })
  .openapi("Report")
export type Report = z.output<typeof reportRepresentation>
