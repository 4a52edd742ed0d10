import { createRoute, z } from "@hono/zod-openapi"
import { orNull } from "#http/schemas.ts"
import { actorReference } from "#features/actors/representation.server.ts"
import { invalid, listed, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { commaList, paging, searchText } from "#http/parameters.ts"

/** `created`, `updated`, `name`, `duration`, each with an optional `-`. */
const sorts = ["created", "updated", "name", "duration"].flatMap((key) => [key, `-${key}`])

const documentRepresentation = z
  .object({
    id: z.number().int(),
    type: z.enum(["Audio", "Image", "Video", "Document"]),
    title: z.string(),
    description: z.string().nullable(),
    file: z.string(),
    mime: z.string(),
    size: z.number().int().openapi({ description: "Bytes" }),
    duration: z.number().nullable().openapi({ description: "Seconds" }),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    alt: z.string().nullable(),
    credit: z.string().nullable(),
    licence: z.string().nullable(),
    actor: orNull(actorReference),
    event: z.number().int().nullable(),
    created: z.string().openapi({ format: "date-time" }),
    updated: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Document")

const list = createRoute({
  method: "get",
  path: "/api/documents/",
  tags: ["Documents"],
  summary: "Sounds, images and files",
  request: {
    query: z.object({
      q: searchText,
      type: commaList(["Audio", "Image", "Video", "Document"]).optional(),
      sort: z
        .enum(sorts as [string, ...string[]])
        .optional()
        .openapi({ default: "-created" }),
      ...paging(100, 10),
    }),
  },
  responses: { ...ok(z.array(documentRepresentation), "In the order asked for."), ...invalid },
})

/** Documents. None can be uploaded yet, so the list is empty; its contract holds. */
export function documentsApi() {
  return apiApp().openapi(list, (c) => listed(c, [], c.req.valid("query"), 0))
}
