import { z } from "@hono/zod-openapi"
import { categories } from "#features/events/categories.ts"
import { pictureInput } from "#features/documents/inputs.ts"
import { accessInput, locationInput } from "#features/places/inputs.ts"
import { oneLine, paging, withMessage, text } from "#http/input/parameters.ts"
import { line, tagList, translatedText, webAddress } from "#http/input/body-fields.ts"
import { languages } from "#i18n/languages.ts"
import { actorTypes, fidPattern } from "../actor-types.ts"

const fid = text(30)
  .refine((value) => fidPattern.test(value), withMessage("errors.fid"))
  .openapi({ pattern: fidPattern.source, example: "hangar" })

export const linkKinds = ["website", "ticketing", "social", "audio", "video", "fediverse", "other"] as const
const contactKinds = ["email", "phone", "person", "address", "other"] as const

const editable = {
  name: oneLine(200).min(1),
  language: z.enum(languages),
  summary: translatedText(500),
  description: translatedText(100_000).openapi({
    description: "HTML; anything that could run or load resources is removed.",
  }),
  category: z.enum(categories).nullable(),
  avatar: pictureInput.openapi({
    description: "An image: its id, or an object with its id and description; null for none.",
  }),
  banner: pictureInput,
  tags: tagList,
  location: locationInput.nullable(),
  access: accessInput,
  rooms: z
    .array(
      z.object({
        id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
        name: oneLine(120).min(1),
        capacity: z.number().int().min(0).max(1_000_000).nullish(),
        access: accessInput.optional(),
      }),
    )
    .max(100)
    .openapi({ description: "All rooms, in order. A room keeps its events if its `id` or its name is given." }),
  links: z
    .array(z.object({ url: webAddress, label: line(120).optional(), kind: z.enum(linkKinds).optional() }))
    .max(50),
  contacts: z
    .array(
      z.object({
        kind: z.enum(contactKinds),
        label: line(120).optional(),
        value: text(300).min(1),
        is_public: z.boolean().optional(),
      }),
    )
    .max(50),
  status: z.enum(["draft", "published", "archived"]),
  in_directory: z
    .boolean()
    .openapi({ description: "Whether it is listed in the directory and site map; if false, it has its address only." }),
}

/** A new page. Unknown fields are ignored. */
export const newActor = z
  .object(editable)
  .partial()
  .extend({
    type: z.enum(actorTypes),
    fid: fid.optional().openapi({ description: "Derived from the name if omitted; the first free one is used." }),
    name: editable.name,
    language: editable.language.optional(),
  })
export type NewActor = z.output<typeof newActor>

/** A change of a page; each given field replaces the whole field. Another `fid` renames the page. */
export const actorChange = z.object({ ...editable, fid }).partial()
export type ActorChange = z.output<typeof actorChange>

export const changesQuery = z.object(paging(100, 20))
