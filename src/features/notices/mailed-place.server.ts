import { baseMap } from "#features/places/static-map/queries.server.ts"
import { drawMap, sheetOf } from "#features/places/static-map/static-map.ts"
import { spotText } from "#features/places/map/spots.ts"
import type { Messages } from "#i18n/messages.ts"
import type { MailPlace } from "#mail/place-part.ts"
import type { ShownEvent } from "./mailed-event.ts"
import type { NoticeKind } from "./notice.ts"
import type { WordedNotice } from "./notice-words.ts"

/** Kinds of notices whose recipients have to find their way to the place, or to a new one. */
const wayfinding: ReadonlySet<NoticeKind> = new Set([
  "published",
  "place",
  "dates",
  "date_moved",
  "date_restored",
  "rescheduled",
  "restored",
  "returned",
])

/** Size of the map: the width of a mail without its margins. */
const size = { width: 584, height: 208 }

/** Draws the place of a notice's event as a map; undefined when nobody has to go there, or its position is unknown. */
export async function placeOf(
  t: Messages,
  { kind, becomes, shown }: Pick<WordedNotice, "kind" | "becomes"> & { shown: ShownEvent | null },
  url: string | undefined,
): Promise<MailPlace | undefined> {
  if (!shown || !wayfinding.has(kind) || (becomes.count ?? 1) > 1) return undefined
  const { lat, lon, mode, place, locality } = shown
  const name = place ?? locality
  if (!name || lat === null || lon === null || mode === "online") return undefined
  // The event has moved once more since: the text names the former place, and the next mail the present one.
  if (becomes.place && becomes.place.place !== place) return undefined
  const base = await baseMap(t.language)
  const [day, night] = (["light", "dark"] as const).map((one) => sheetOf(drawMap(base, { lat, lon }, one, size)))
  if (!day || !night) return undefined
  const key = `map ${spotText({ lat, lon })} ${t.language}`
  return { alt: t("map.of_place", { name }), credit: t("map.credit"), url, key, day, night }
}
