import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { orNull } from "#http/input/schemas.ts"
import { soundRepresentation } from "./sound/representation.server.ts"
import { focalPoint } from "./image/focal-point.ts"
import { documentTypes, visibilities } from "./document-types.ts"
import { pdfRepresentation } from "./pdf/pdf.ts"

/** A film on another site. */
const filmRepresentation = z
  .object({
    url: z.string().openapi({ description: "Address of the film for people." }),
    player: z.string().openapi({
      description:
        "Address of the player for a frame, to be loaded only when somebody plays the film; empty if this instance no longer allows its host.",
    }),
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
      description: "Address of the file; the content at this address never changes. Null for a film, which has `film`.",
    }),
    srcset: z
      .string()
      .nullable()
      .openapi({ description: "WebP versions of an image in several widths, in the syntax of `<img srcset>`." }),
    mime: z.string(),
    size: z.number().int().openapi({ description: "Size of the file, in bytes." }),
    duration: z.number().nullable().openapi({ description: "Duration, in seconds." }),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    alt: z.string().nullable(),
    credit: z.string().nullable(),
    licence: z.string().nullable(),
    focal_point: orNull(focalPoint),
    sound: orNull(soundRepresentation).openapi({ description: "Sound, for a document of type `Audio`." }),
    pdf: orNull(pdfRepresentation).openapi({ description: "Data read from a PDF." }),
    film: orNull(filmRepresentation).openapi({ description: "Film, for a document of type `Video`." }),
    actor: orNull(actorReference),
    event: z.number().int().nullable(),
    visibility: z.enum(visibilities),
    version: z
      .number()
      .int()
      .openapi({ description: "Version number, which grows with every edit; the `ETag` begins with it." }),
    created: z.string().openapi({ format: "date-time" }),
    updated: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Document")
