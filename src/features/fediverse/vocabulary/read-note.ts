import type { RemotePicture } from "#features/documents/remote-pictures/remote-picture.ts"
import { timeOf } from "#features/imports/reading/times.ts"
import type { Language } from "#i18n/languages.ts"
import {
  boundedObject,
  boundedTime,
  type Fields,
  fieldsOf,
  idOf,
  idsOf,
  isSameHost,
  listOf,
  pageOf,
  typesOf,
} from "./fields.ts"
import { authorsOf, kindOf } from "./read-activity.ts"
import { audienceOf, type RemoteAudience } from "./reading/audience.ts"
import { pictureOf } from "./reading/picture.ts"
import { textsOf } from "./reading/texts.ts"
import { isRefused, refused, type Refused } from "./refused.ts"

/** A remote text: a post, a reply, an article. */
export type RemoteNote = RemoteAudience & {
  id: string
  url: string
  author: string
  language: Language
  /** Title of an article or a page. */
  name: string | null
  /** HTML, sanitised. */
  content: string
  /** Id of the object it replies to. */
  inReplyTo: string | null
  /** Ids of the actors it mentions. */
  mentions: string[]
  /** Whether its author marked it as sensitive. */
  sensitive: boolean
  picture: RemotePicture | null
  published: Date | null
  updated: Date | null
}

/** Reads a remote note; refuses one without an id, or by another author than its sender. */
export function readNote(value: unknown, options: { author?: string; language?: Language } = {}): RemoteNote | Refused {
  const note = boundedObject(value)
  if (isRefused(note)) return note
  if (kindOf(note) !== "note") return refused("unknown_type")
  const id = idOf(note)
  if (!id) return refused(note.id === undefined ? "no_id" : "bad_id")
  const authors = authorsOf(note)
  const author = options.author ?? authors.find((one) => isSameHost(one, id)) ?? authors[0]
  if (author === undefined) return refused("no_author")
  if (!isSameHost(author, id)) return refused("foreign_object")
  if (authors.length > 0 && !authors.includes(author)) return refused("not_owner")

  const { language, name, content } = textsOf(note, options.language)
  return {
    id,
    url: pageOf(note.url) ?? id,
    author,
    ...audienceOf(note),
    language,
    name: name[language] ?? null,
    content: content[language] ?? Object.values(content)[0] ?? "",
    inReplyTo: idOf(listOf(note.inReplyTo)[0]) ?? null,
    mentions: mentionsOf(note),
    sensitive: note.sensitive === true || note["as:sensitive"] === true,
    picture: pictureOf(note) ?? null,
    published: boundedTime(timeOf(note.published, "UTC")?.at) ?? null,
    updated: boundedTime(timeOf(note.updated, "UTC")?.at) ?? null,
  }
}

function mentionsOf({ tag }: Fields): string[] {
  const mentions = listOf(tag)
    .slice(0, 100)
    .map(fieldsOf)
    .filter((one) => typesOf(one).includes("Mention"))
  return idsOf(
    mentions.map((one) => one?.href),
    50,
  )
}
