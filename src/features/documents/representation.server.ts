import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { orNull } from "#http/schemas.ts"
import { soundRepresentation } from "./sound/representation.server.ts"
import { focalPoint } from "./focal-point.ts"
import { documentTypes, visibilities } from "./document-types.ts"
import { pdfRepresentation } from "./pdf/pdf.ts"

/** A film on another site. */
const filmRepresentation = z
  .object({
    url: z.string().openapi({ description: "Where people see it." }),
    player: z.string().openapi({ description: "Its player, for a frame; asked only when somebody wants to see it." }),
    host: z.string().openapi({ example: "YouTube" }),
  })
  .openapi("Film")

/** A file and its description, as `GET /api/documents/{id}/` answers it. */
export const documentRepresentation = z
  .object({
    id: z.number().int(),
    type: z.enum(documentTypes),
    title: z.string(),
    description: z.string().nullable(),
    file: z.string().nullable().openapi({
      description: "Where it is; the bytes at this address never change. Null of a film, which has `film`.",
    }),
    srcset: z
      .string()
      .nullable()
      .openapi({ description: "Of an image: WebP in several widths, ready for `<img srcset>`." }),
    mime: z.string(),
    size: z.number().int().openapi({ description: "Bytes" }),
    duration: z.number().nullable().openapi({ description: "Seconds" }),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    alt: z.string().nullable(),
    credit: z.string().nullable(),
    licence: z.string().nullable(),
    focal_point: orNull(focalPoint),
    sound: orNull(soundRepresentation).openapi({ description: "Of a document of type Audio." }),
    pdf: orNull(pdfRepresentation).openapi({ description: "Of a PDF: what was read from it." }),
    film: orNull(filmRepresentation).openapi({ description: "Of a document of type Video." }),
    actor: orNull(actorReference),
    event: z.number().int().nullable(),
    visibility: z.enum(visibilities),
    version: z.number().int().openapi({ description: "Grows with every edit; the ETag begins with it." }),
    created: z.string().openapi({ format: "date-time" }),
    updated: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Document")
