import { z } from "@hono/zod-openapi"
import { commaList, numberInPath, oneLine, paging, withMessage, searchText, text } from "#http/input/parameters.ts"
import { orNull } from "#http/input/schemas.ts"
import { line } from "#http/input/body-fields.ts"
import { focalPoint } from "./image/focal-point.ts"
import { documentTypes, mostImages, visibilities } from "./document-types.ts"

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const words = {
  title: oneLine(300).min(1),
  description: line(10_000),
  alt: line(1000).openapi({ description: "Alternative text of an image, for people who cannot see it." }),
  credit: line(300).openapi({ description: "Author or other source to credit." }),
  licence: line(120).openapi({ example: "CC BY-SA 4.0" }),
  visibility: z.enum(visibilities),
}

/** A new document: a file and its description, as a form sends them (multipart/form-data). */
export const newDocument = z.object({
  file: z
    .custom<File>((value) => value instanceof File && value.size > 0, withMessage("errors.required"))
    .optional()
    .openapi({ type: "string", format: "binary" }),
  url: text(2000).optional().openapi({
    description:
      "Instead of a file, the address of a film on YouTube, on Vimeo or on a PeerTube host that this instance allows.",
  }),
  type: z
    .enum(documentTypes)
    .optional()
    .openapi({ description: "Required type of the file; by default it is detected from the file." }),
  title: words.title.optional(),
  description: words.description.optional(),
  alt: words.alt.optional(),
  credit: words.credit.optional(),
  licence: words.licence.optional(),
  actor: text(400)
    .optional()
    .openapi({ description: "`fid` of the page the document belongs to, managed by the caller." }),
  event: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional()
    .openapi({ type: "integer", description: "Id of the event the document belongs to, managed by the caller." }),
  visibility: words.visibility.optional().openapi({ default: "public" }),
  focal_point: z
    .string()
    .transform((value) => value.split(",").map(Number))
    .pipe(focalPoint)
    .optional()
    .openapi({ type: "string", example: "0.5,0.33" }),
})
export type NewDocument = z.output<typeof newDocument>

/** A change of a document. Its file cannot be changed: another file is another document. */
export const documentChange = z
  .object({
    ...words,
    focal_point: focalPoint,
    chapters: text(20_000).nullable().openapi({ description: 'Chapters of a sound: lines of "mm:ss title".' }),
    transcript: text(200_000).nullable().openapi({ description: "Transcript of a sound." }),
  })
  .partial()
export type DocumentChange = z.output<typeof documentChange>

/** The sort keys, each with an optional `-` for descending order. */
const sorts = ["created", "updated", "name", "duration"] as const
const sorting = sorts.flatMap((key) => [key, `-${key}`] as const)
export type Sorting = (typeof sorting)[number]

export const documentListQuery = z.object({
  q: searchText,
  type: commaList(documentTypes).optional(),
  actor: z
    .string()
    .max(400)
    .optional()
    .openapi({ description: "Only documents of the page with this `fid`; its managers see all of them." }),
  event: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional()
    .openapi({
      type: "integer",
      description: "Only documents of the event with this id; its managers see all of them.",
    }),
  visibility: commaList(visibilities).optional().openapi({
    description:
      "Only documents with one of these visibilities; those that are not public are listed only for the managers of the given `actor` or `event`.",
  }),
  sort: z.enum(sorting).optional().openapi({ default: "-created" }),
  ...paging(100, 10),
})
export type DocumentQuery = z.output<typeof documentListQuery>

export const documentPath = z.object({ id: numberInPath(7) })

const told = {
  document: id.openapi({ description: "Id of an image that the caller uploaded or manages." }),
  alt: words.alt.optional(),
  credit: words.credit.optional(),
  focal_point: orNull(focalPoint).optional(),
}
/** The avatar or banner of a page: an image by its id, with its description if that changes; null for none. */
export const pictureInput = z
  .union([id, z.object(told)])
  .transform((given) => (typeof given === "number" ? { document: given } : given))
  .nullable()
export type PictureInput = z.output<typeof pictureInput>

/** The images of an event, in order; their descriptions apply to this event only. */
export const pictureList = z.array(z.object(told)).max(mostImages)
export type PictureList = z.output<typeof pictureList>
