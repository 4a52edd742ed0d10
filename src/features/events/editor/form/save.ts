import type { z } from "zod"
import { data } from "react-router"
import { type ImageInput, imagesFrom } from "#features/documents/image/image-values.ts"
import { plain } from "#features/actors/picked.ts"
import type { Messages } from "#i18n/messages.ts"
import { isDate, isTimezone } from "#lib/time.ts"
import { hash } from "#ui/poster/inks.ts"
import type { Api } from "#web/api.ts"
import { forget } from "#web/api/browser-api.ts"
import { dropSaved, storeDraft } from "#web/editing/draft.ts"
import { applyRowPress } from "#web/editing/edit-rows.tsx"
import { type Fields, fieldsOf, resolveConflict } from "#web/editing/edit-values.ts"
import { renameFields } from "#web/editing/rename-fields.ts"
import type { Done, FormArguments } from "#web/editing/form.ts"
import { paths } from "#web/paths.ts"
import { failureOf } from "#web/api/problems.ts"
import type { Event } from "../../event.ts"
import { duplicatesQueryOf } from "../duplicates/form-duplicates.ts"
import { createCopy } from "./create-copy.ts"
import { nameInApi, nameInForm, formErrors } from "./form-errors.ts"
import { bodyOf, changesIn, publishAt, requestBody } from "./form-values.ts"
import type { firstEvent } from "../../first-event/inputs.ts"
import { lacksOrganizer, type NewOrganizer, organizerIn } from "../organizer.ts"
import { withCoordinates, resolvedFields } from "./references.ts"
import type { eventChange, newEvent } from "../../writing/inputs.ts"

/** First fields of a row added without script. */
const firstFields = { date: "", label: "" }

/**
 * Handles the editor's form: saves, publishes or schedules the event; searches for duplicates before it becomes public; and adds
 * and removes rows without script.
 * @param id of the event; undefined for a new one
 */
export async function saveEvent(
  { api, values, file, t }: Pick<FormArguments, "api" | "values" | "file" | "t">,
  id?: number,
): Promise<Done> {
  const here = id === undefined ? paths.newEvent() : paths.editEvent(id)
  const subject = id === undefined ? "event-new" : `event-${id}`
  const version = Number(values.get("version")) || undefined
  const what = values.get("do") ?? "save"
  const typed = fieldsOf(values.entries())
  const pressed = applyRowPress(typed, what, firstFields)
  if (pressed || what === "refresh" || what === "preview") {
    await storeDraft(api, subject, pressed ?? typed, version)
    return { to: what === "preview" ? `${here}?preview=1` : here }
  }

  // Withdrawing a public event needs a notice to people, which its management page asks about. The typed changes are stored as a
  // draft meanwhile.
  if (what === "withdraw" && id !== undefined) {
    const event = await loadLatest(api, id)
    if (event.workflow === "published") {
      if (Object.keys(changesIn(resolveConflict(values), event)).length > 0)
        await storeDraft(api, subject, typed, version)
      return { to: `${paths.manageEvent(id, { tab: "dates" })}#withdraw` }
    }
  }
  if (what === "copy" && id !== undefined) return copyEvent(api, typed, await loadLatest(api, id), t)
  const images = await imagesFrom({ api, values, file }, "images")
  const { fields, wrong: unknown } = await resolvedFields(api, resolveConflict(values), t, id)
  const event = id === undefined ? null : await loadLatest(api, id)
  const later = publishAt(fields)
  const isPublishing = what.startsWith("publish")
  const workflow = isPublishing ? (later ? "scheduled" : "published") : what === "withdraw" ? "draft" : undefined
  const publication = { ...(workflow ? { workflow } : {}), ...(workflow === "scheduled" ? { publish_at: later } : {}) }
  const { body, wrong: misplaced } = await contentOf(api, fields, event, t)
  const isUnnamed = await lacksOrganizer(api, fields, event)
  const organizer = isUnnamed ? organizerIn(fields) : undefined
  const sending: Sending = { event, body: { ...body, ...publication }, images, version, organizer }
  const isNameless = isUnnamed && !fields["organizer.name"]?.trim()
  const nameless: Record<string, string[]> = isNameless ? { "organizer.name": [t("errors.required")] } : {}
  const wrong = { ...formErrors(fields, t), ...unknown, ...misplaced, ...nameless }
  if (isUnnamed && !isPublishing) {
    // No page is created in a person's name before publication: the typed fields are stored as a draft meanwhile.
    await storeDraft(api, subject, typed, version)
    return { notice: { message: t("event-editor.draft_saved") }, to: here }
  }
  if (Object.keys(wrong).length > 0)
    return refuseFields({
      ...(await alsoWrong(api, fields, sending, Object.keys(wrong))),
      ...wrong,
    })

  if (isPublishing && what !== "publish-anyway" && event?.workflow !== "published") {
    const found = await api.get("/api/contents/events/duplicates/", duplicatesQueryOf(fields, id)).catch(() => [])
    if (found.length > 0) {
      await storeDraft(api, subject, fields, version)
      return { to: `${here}?duplicates=1` }
    }
  }

  const sent = (named: Fields) =>
    send(api, named, sending).catch((error: unknown) => renameFields(error, (name) => nameInForm(name, fields)))
  const found = await sent(fields)
  // The same draft was open in two windows, and the other window published a different event: this one gets its own uid.
  const saved = !event && isAnother(found, fields) ? await sent({ ...fields, uid: ownUid(fields) }) : found
  await dropSaved(api, subject)
  const session = isUnnamed ? { session: "changed" as const } : {}
  // A newly published event has a page that shows the next steps.
  if (saved.workflow === "published" && event?.workflow !== "published")
    return { to: paths.publishedEvent(saved.id), ...session }
  const to = saved.workflow === "draft" ? `${paths.editEvent(saved.id)}?saved=${saved.version}` : paths.event(saved.id)
  return { notice: { message: noticeOf(saved, event, t) }, to, ...session }
}

type Sending = {
  /** The current event; null for a new one. */
  event: Event | null
  /** The request to the API, without images. */
  body: Record<string, unknown>
  images: ImageInput[] | undefined
  /** The version that was edited. */
  version: number | undefined
  /** The page to create with the event, when no page can publish it. */
  organizer: NewOrganizer | undefined
}

/** Copies the stored event; typed changes stay in its draft. */
async function copyEvent(api: Api, fields: Fields, event: Event, t: Messages): Promise<Done> {
  const copy = await createCopy(api, fields, event, t)
  return { notice: { message: t("event-editor.copied") }, to: `${paths.editEvent(copy.id)}?saved=${copy.version}` }
}

/** Returns a new event complete, or the changes of an existing one, and the faults of its address. */
async function contentOf(
  api: Api,
  fields: Fields,
  event: Event | null,
  t: Messages,
): Promise<{ body: Record<string, unknown>; wrong: Record<string, string[]> }> {
  const known = event && !event.place ? event.location : null
  const { timezone, ...rest } = event ? changesIn(fields, event) : requestBody(bodyOf(fields))
  const { body, wrong } = await withCoordinates(api, t, fields, rest, known)
  // Without script the form does not learn the zone of the place: a proposed zone that was not changed is left out, and the
  // server uses the place's.
  const isLeft = !event && fields["timezone.proposed"] === timezone && Boolean(body.place ?? body.location)
  return { body: { ...body, ...(timezone === undefined || isLeft ? {} : { timezone }) }, wrong }
}

/** Tells whether the event found under this uid has other content: another title, or none of these days. */
function isAnother({ title, recurrence, occurrences }: Event, fields: Fields): boolean {
  const isCalledSo = Object.entries(title).every(
    ([language, words]) => plain(words ?? "") === plain(fields[`title.${language}`] ?? ""),
  )
  const days = new Set(Object.entries(fields).flatMap(([name, day]) => (/^dates\.\d+\.date$/.test(name) ? [day] : [])))
  const isThen = recurrence !== null || occurrences.some(({ start }) => days.has(start.slice(0, 10)))
  return !isCalledSo || !isThen
}

/** Returns a uid derived from this content: the same whenever it is sent again. */
function ownUid(fields: Fields): string {
  const said = Object.entries(fields).filter(([name]) => /^(?:title|dates)\./.test(name))
  return `${fields.uid?.slice(0, -8)}${hash(JSON.stringify(said)).toString(16).padStart(8, "0")}`
}

/** Stores the event; an existing event without changes is not sent. */
async function send(
  api: Api,
  fields: Fields,
  { event, body: said, images, version, organizer }: Sending,
): Promise<Event> {
  if (!event) {
    const uid = fields.uid && /^[0-9a-f-]{36}$/i.test(fields.uid) ? { uid: fields.uid } : {}
    const body = { ...said, ...(images ? { images } : {}), ...uid }
    // One request creates both or neither; repeated after a lost response, it finds what was created.
    if (organizer) return api.post("/api/contents/events/first/", { ...body, organizer } as z.input<typeof firstEvent>)
    return api.post("/api/contents/events/", body as z.input<typeof newEvent>)
  }
  const body = { ...said, ...(images && !areSame(images, event.images) ? { images } : {}) }
  if (Object.keys(body).length === 0) return event
  const terms = { ifMatch: version ?? event.version }
  return api.patch("/api/contents/events/{id}/", body as z.input<typeof eventChange>, { id: String(event.id) }, terms)
}

/**
 * Returns the faults that the API finds beside those the form already knows, so that all are shown at once. The known ones are
 * sent with a value that fits no field of an event: nothing can be stored.
 * @param wrong fields of the form
 */
async function alsoWrong(
  api: Api,
  fields: Fields,
  sending: Sending,
  wrong: string[],
): Promise<Record<string, string[]>> {
  const faulty = new Set(wrong.map((name) => nameInApi(name, fields)))
  const body = { ...sending.body, ...Object.fromEntries([...faulty].map((name) => [name, false])) }
  const error = await send(api, fields, { ...sending, body }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  const failure = failureOf(error)
  if (failure?.status !== 400) return {}
  const others = Object.entries(failure.said.fields).filter(([name]) => !faulty.has(name.split(".")[0] ?? ""))
  return Object.fromEntries(others.map(([name, said]) => [nameInForm(name, fields), said]))
}

/** Loads the event anew, bypassing the cache: editing begins with the latest version. */
export function loadLatest(api: Api, id: number | string): Promise<Event> {
  forget(`/api/contents/events/${id}/`)
  return api.get("/api/contents/events/{id}/", { id: String(id) })
}

function areSame(given: ImageInput[] | undefined, there: Event["images"]): boolean {
  const stamp = ({ document, alt, credit, focal_point }: ImageInput) =>
    JSON.stringify([document, alt || null, credit || null, focal_point ?? [0.5, 0.5]])
  return given === undefined || given.map(stamp).join() === there.map(stamp).join()
}

function noticeOf(saved: Event, before: Event | null, t: Messages): string {
  if (saved.workflow === "draft")
    return t(before && before.workflow !== "draft" ? "event-editor.withdrawn" : "event-editor.draft_saved")
  if (saved.workflow === "scheduled") {
    const at = saved.publish_at ?? ""
    return t("event-editor.is_scheduled", { date: t.date(at, "long"), time: t.time(at) })
  }
  return t(before?.workflow === "published" ? "event-editor.saved" : "event-editor.is_published")
}

function refuseFields(fields: Record<string, string[]>): never {
  throw data({ detail: undefined, code: undefined, fields }, { status: 400 })
}

/** Returns the date and zone that a link proposes: `/events/new?date=2026-11-21&place=hangar`. */
export function proposedFields(query: URLSearchParams, timezone: string): Fields {
  const date = query.get("date") ?? ""
  const zone = query.get("timezone") ?? timezone
  return { ...(isDate(date) ? { "dates.0.date": date } : {}), timezone: isTimezone(zone) ? zone : timezone }
}

/**
 * Handles the button « C’est le même » without script: merges the event into the other. Undefined when another button was
 * pressed.
 */
export function mergeEvent(
  { api, values, t }: Pick<FormArguments, "api" | "values" | "t">,
  id: number,
): Promise<Done> | undefined {
  const into = Number(/^merge (\d{1,15})$/.exec(values.get("do") ?? "")?.[1])
  if (!into) return undefined
  return api
    .post("/api/contents/events/{id}/merge/", { into }, { id: String(id) })
    .then(() => ({ notice: { message: t("event-editor.merged") }, to: paths.editEvent(into) }))
}
