import { data } from "react-router"
import type { Messages } from "#i18n/messages.ts"
import type { Api } from "#web/api.ts"
import { type Fields, rowsIn } from "#web/editing/edit-values.ts"
import { renameFields } from "#web/editing/rename-fields.ts"
import type { Event } from "../../event.ts"

/**
 * Creates a draft copy of the event on the days of the form (`copies.0.date`, `copies.0.time`): one date moves the whole run
 * there, several replace all dates, none leaves them as they are. Without a time, the copy begins at the same time as the event.
 */
export async function createCopy(api: Api, fields: Fields, event: Event, t: Messages): Promise<Event> {
  const clock = event.all_day ? "" : event.start.slice(10, 16)
  const wrong: Record<string, string[]> = {}
  const dates = rowsIn(fields, "copies").flatMap((row) => {
    const [date, time] = ["date", "time"].map((key) => fields[`copies.${row}.${key}`]?.trim())
    if (!date && time) wrong[`copies.${row}.date`] = [t("errors.required")]
    return date ? [event.all_day ? date : `${date}${time ? `T${time}` : clock}`] : []
  })
  if (Object.keys(wrong).length > 0) throw data({ detail: undefined, code: undefined, fields: wrong }, { status: 400 })
  const [first, ...more] = dates
  const body = first === undefined ? {} : more.length > 0 ? { dates } : { start: first }
  return api
    .post("/api/contents/events/{id}/copies/", body, { id: String(event.id) })
    .catch((error: unknown) =>
      renameFields(error, (name) => `copies.${rowsIn(fields, "copies")[Number(name.split(".")[1] ?? 0)] ?? 0}.date`),
    )
}
