import { z } from "@hono/zod-openapi"
import { categories } from "#features/events/categories.ts"
import { pictureRepresentation } from "#features/documents/image/picture.ts"
import { actions } from "#features/accounts/rights.ts"
import { followChoices } from "#features/follows/follow.ts"
import { orNull, translated } from "#http/input/schemas.ts"
import { accessRepresentation, locationRepresentation } from "#features/places/representation.server.ts"
import { languages } from "#i18n/languages.ts"
import { actorTypes } from "./actor-types.ts"

/** An actor as other objects refer to it. */
export const actorReference = z
  .object({
    fid: z.string(),
    type: z.enum(actorTypes),
    name: z.string(),
    url: z.string(),
  })
  .openapi("ActorReference")

/** An actor (person, group, place or organizer), as `GET /api/actors/{fid}/` answers it. */
export const actorRepresentation = z
  .object({
    fid: z.string(),
    type: z.enum(actorTypes),
    url: z.string(),
    handle: z.string().openapi({ description: "Fediverse handle.", example: "@hangar@foyer.example" }),
    name: z.string(),
    language: z.enum(languages),
    summary: translated,
    description: translated.optional().openapi({ description: "Sanitised HTML. Left out of lists." }),
    avatar: orNull(pictureRepresentation),
    banner: orNull(pictureRepresentation),
    category: z.enum(categories).nullable(),
    tags: z.array(z.string()),
    location: orNull(locationRepresentation),
    distance: z
      .number()
      .optional()
      .openapi({ description: "Distance from `near`, in kilometres, if `near` was given." }),
    rooms: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        capacity: z.number().int().nullable(),
        access: accessRepresentation,
      }),
    ),
    access: accessRepresentation,
    links: z.array(
      z.object({
        id: z.number().int(),
        url: z.string(),
        label: z.string().nullable(),
        kind: z.string(),
        verified_at: z.string().nullable(),
      }),
    ),
    contacts: z
      .array(
        z.object({
          kind: z.string(),
          label: z.string().nullable(),
          value: z.string(),
          is_public: z
            .boolean()
            .optional()
            .openapi({ description: "Whether everybody sees it. Only for managers, who see the others too." }),
        }),
      )
      .openapi({ description: "Public contacts; for managers, all of them." }),
    relations: z.array(z.object({ relation: z.string(), actor: actorReference })),
    /** Number of items in each tab, so that empty tabs are hidden. */
    contents: z
      .object({
        upcoming_events: z.number().int(),
        past_events: z.number().int(),
        audio: z.number().int(),
        images: z.number().int(),
        documents: z.number().int(),
        openings: z.number().int(),
      })
      .optional()
      .openapi({ description: "Number of items of each kind. Left out of lists." }),
    channels: z
      .array(z.enum(["email", "inbox"]))
      .optional()
      .openapi({ description: "How messages reach the people of the page. Left out of lists." }),
    is_claimable: z
      .boolean()
      .optional()
      .openapi({ description: "Whether it can be claimed, having no owner. Left out of lists." }),
    status: z.enum(["draft", "published", "archived"]),
    is_followed: z.boolean(),
    notify: z.enum(followChoices).optional().openapi({
      description: "Notifications the caller chose when following it. Left out if the caller does not follow it.",
    }),
    is_managed: z.boolean(),
    my_relation: z.enum(["owner", "member", "assistant", "partner"]).nullable(),
    may: z
      .array(z.enum(actions))
      .optional()
      .openapi({ description: "Actions the caller may perform on it. Left out of lists." }),
    hidden: z
      .object({ since: z.string().openapi({ format: "date-time" }), reason: z.string().nullable() })
      .optional()
      .openapi({ description: "Present if a moderator has hidden it. Only for managers." }),
    awaits_address: z.boolean().optional().openapi({
      description: "Whether it is published only once its owner confirms an e-mail address. Only for managers.",
    }),
    in_directory: z
      .boolean()
      .optional()
      .openapi({ description: "Whether it is listed in the directory. Only for managers." }),
    followers: z.number().int().optional().openapi({ description: "Number of followers. Only for managers." }),
    version: z.number().int().openapi({ description: "Increases with every edit; the `ETag` begins with it." }),
    created: z.string().openapi({ format: "date-time" }),
    updated: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Actor")
