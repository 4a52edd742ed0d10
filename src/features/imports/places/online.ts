import type { EventDraft } from "#features/events/draft.ts"
import { textOf, urlOf } from "../reading/text.ts"

const rooms =
  /(^|\.)(zoom\.us|zoom\.com|meet\.google\.com|teams\.microsoft\.com|teams\.live\.com|webex\.com|gotomeeting\.com|jit\.si|whereby\.com|bigbluebutton\.\w+|bbb\.[\w.-]+|visio\.[\w.-]+|meet\.[\w.-]+|twitch\.tv|youtube\.com|youtu\.be|discord\.(gg|com)|streamyard\.com|framatalk\.org)$/i
const maps =
  /(^|\.)(maps\.app\.goo\.gl|goo\.gl|maps\.apple\.com|maps\.google\.\w+|openstreetmap\.org|osm\.org|what3words\.com|waze\.com)$/i
// Words that calendars write where a venue belongs, in the languages here and in Meetup's and Microsoft's wording.
const words =
  /^\W*(?:(?:an?\s+)?online(?:[\s-]*(?:event|only|evenement|activiteit|meeting))?|(?:événement|evenement|réunion|rencontre)?\s*en ligne|virtu(?:al|el|eel)(?:\s+event)?|zoom(?:[\s-]*meeting)?|(?:réunion\s+)?(?:microsoft\s+)?teams(?:[\s-]*(?:meeting|vergadering))?|google meet|webina(?:r|ire)|internet|you ?tube(?: live)?|facebook live|twitch|live[\s-]?stream(?:ing)?|visio(?:[\s-]*conférence)?|(?:en |à )?distanciel|à distance|discord|jitsi)\W*$/iu
const address = /https?:\/\/[^\s<>"]+|(?<![\w.])(?:[\w-]+\.)?zoom\.us\/[^\s<>"]+/i

export type Whereabouts = { place?: string; online_url?: string; mode: NonNullable<EventDraft["mode"]> }

/** Reads what stands where a venue belongs: a venue, words for an online event, the address of a meeting, or two of these. */
export function whereaboutsIn(value: unknown): Whereabouts {
  const text = textOf(value)?.slice(0, 2000)
  if (text === undefined) return { mode: "onsite" }
  const link = address.exec(text)?.[0].replace(/[).,;]+$/, "")
  const url = link === undefined ? undefined : urlOf(link.startsWith("http") ? link : `https://${link}`)
  const host = url === undefined ? "" : new URL(url).hostname
  const isMap = maps.test(host) || (url?.includes("google.") === true && url.includes("/maps"))
  const rest = (link === undefined ? text : text.replace(link, " ").replaceAll(/\(\s*\)/g, " ")).replace(
    /^[\s,;:|/()+-]+|[\s,;:|/(+-]+$/g,
    "",
  )
  const place = rest === "" || words.test(rest) ? undefined : rest

  if (place === undefined && isMap) return { mode: "onsite" }
  if (place === undefined) return { mode: "online", ...(url !== undefined && { online_url: url }) }
  // Beside a venue, the address of its own website does not mean an online meeting.
  if (url !== undefined && rooms.test(host)) return { place, online_url: url, mode: "hybrid" }
  return { place, mode: "onsite" }
}
