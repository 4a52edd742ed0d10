import type { z } from "zod"
import { data } from "react-router"
import { type ImageInput, imagesFrom } from "#features/documents/image-values.ts"
import { plain } from "#features/actors/picked.ts"
import type { Messages } from "#i18n/messages.ts"
import { isDate, isTimezone } from "#lib/time.ts"
import { hash } from "#ui/poster/inks.ts"
import type { Api } from "#web/api.ts"
import { forget } from "#web/browser-api.ts"
import { dropSaved, storeDraft } from "#web/editing/draft.ts"
import { applyRowPress } from "#web/editing/edit-rows.tsx"
import { type Fields, fieldsOf, resolveConflict } from "#web/editing/edit-values.ts"
import { renameFields } from "#web/editing/rename-fields.ts"
import type { Done, FormArguments } from "#web/editing/form.ts"
import { paths } from "#web/paths.ts"
import { failureOf } from "#web/problems.ts"
import type { Event } from "../../event.ts"
import { duplicatesQueryOf } from "../duplicates/form-duplicates.ts"
import { copied } from "./copied.ts"
import { nameInApi, nameInForm, wrongWords } from "./form-errors.ts"
import { bodyOf, changesIn, publishAt, sendable } from "./form-values.ts"
import type { firstEvent } from "../../first-event/inputs.ts"
import { lacksOrganizer, type NewOrganizer, organizerIn } from "../organizer.ts"
import { located, readied } from "./references.ts"
import type { eventChange, newEvent } from "../../writing/inputs.ts"

/** What a row begins with that was added without script. */
const firstFields = { date: "", label: "" }

/**
 * What the editor's form is handled with: it saves, publishes or schedules; looks for duplicates before anything is
 * public; and, without script, adds and takes off rows.
 * @param id of the event; nothing for a new one
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

  // Of what is public people have to be told: that is asked where it is managed. What is typed waits here.
  if (what === "withdraw" && id !== undefined) {
    const event = await latest(api, id)
    if (event.workflow === "published") {
      if (Object.keys(changesIn(resolveConflict(values), event)).length > 0)
        await storeDraft(api, subject, typed, version)
      return { to: `${paths.manageEvent(id, { tab: "dates" })}#withdraw` }
    }
  }
  if (what === "copy" && id !== undefined) return copyEvent(api, typed, await latest(api, id), t)
  const images = await imagesFrom({ api, values, file }, "images")
  const { fields, wrong: unknown } = await readied(api, resolveConflict(values), t, id)
  const event = id === undefined ? null : await latest(api, id)
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
  const wrong = { ...wrongWords(fields, t), ...unknown, ...misplaced, ...nameless }
  if (isUnnamed && !isPublishing) {
    // Nothing is made in anybody's name before it is published: what is typed waits here.
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
  // Begun in two windows with the same draft: what the other one published is another event.
  const saved = !event && isAnother(found, fields) ? await sent({ ...fields, uid: ownUid(fields) }) : found
  await dropSaved(api, subject)
  const session = isUnnamed ? { session: "changed" as const } : {}
  // What was published says so on a page of its own, with what one does next.
  if (saved.workflow === "published" && event?.workflow !== "published")
    return { to: paths.publishedEvent(saved.id), ...session }
  const to = saved.workflow === "draft" ? `${paths.editEvent(saved.id)}?saved=${saved.version}` : paths.event(saved.id)
  return { notice: { message: noticeOf(saved, event, t) }, to, ...session }
}

type Sending = {
  /** As it is now; nothing of a new one. */
  event: Event | null
  /** What the API is told of it, but for images. */
  body: Record<string, unknown>
  images: ImageInput[] | undefined
  /** The version that was edited. */
  version: number | undefined
  /** The page that is made with it, where there is none to publish it. */
  organizer: NewOrganizer | undefined
}

/** Another one that says what is saved of this one; what is typed beside it stays where it is. */
async function copyEvent(api: Api, fields: Fields, event: Event, t: Messages): Promise<Done> {
  const copy = await copied(api, fields, event, t)
  return { notice: { message: t("event-editor.copied") }, to: `${paths.editEvent(copy.id)}?saved=${copy.version}` }
}

/** A new event whole, of one that is there what differs; and what is wrong with its address. */
async function contentOf(
  api: Api,
  fields: Fields,
  event: Event | null,
  t: Messages,
): Promise<{ body: Record<string, unknown>; wrong: Record<string, string[]> }> {
  const known = event && !event.place ? event.location : null
  const { timezone, ...rest } = event ? changesIn(fields, event) : sendable(bodyOf(fields))
  const { body, wrong } = await located(api, t, fields, rest, known)
  // Without script nothing has told the zone of the place: where it was left as proposed, it is the place's.
  const isLeft = !event && fields["timezone.proposed"] === timezone && Boolean(body.place ?? body.location)
  return { body: { ...body, ...(timezone === undefined || isLeft ? {} : { timezone }) }, wrong }
}

/** Is what was found under its number made of something else: another title, or none of these days? */
function isAnother({ title, recurrence, occurrences }: Event, fields: Fields): boolean {
  const isCalledSo = Object.entries(title).every(
    ([language, words]) => plain(words ?? "") === plain(fields[`title.${language}`] ?? ""),
  )
  const days = new Set(Object.entries(fields).flatMap(([name, day]) => (/^dates\.\d+\.date$/.test(name) ? [day] : [])))
  const isThen = recurrence !== null || occurrences.some(({ start }) => days.has(start.slice(0, 10)))
  return !isCalledSo || !isThen
}

/** A number that this content has beside another one's: the same whenever it is sent again. */
function ownUid(fields: Fields): string {
  const said = Object.entries(fields).filter(([name]) => /^(?:title|dates)\./.test(name))
  return `${fields.uid?.slice(0, -8)}${hash(JSON.stringify(said)).toString(16).padStart(8, "0")}`
}

/** Saves it; an event that is the same as before is not sent. */
async function send(
  api: Api,
  fields: Fields,
  { event, body: said, images, version, organizer }: Sending,
): Promise<Event> {
  if (!event) {
    const uid = fields.uid && /^[0-9a-f-]{36}$/i.test(fields.uid) ? { uid: fields.uid } : {}
    const body = { ...said, ...(images ? { images } : {}), ...uid }
    // Both or neither; sent again after an answer was lost, it finds what was made.
    if (organizer) return api.post("/api/contents/events/first/", { ...body, organizer } as z.input<typeof firstEvent>)
    return api.post("/api/contents/events/", body as z.input<typeof newEvent>)
  }
  const body = { ...said, ...(images && !areSame(images, event.images) ? { images } : {}) }
  if (Object.keys(body).length === 0) return event
  const terms = { ifMatch: version ?? event.version }
  return api.patch("/api/contents/events/{id}/", body as z.input<typeof eventChange>, { id: String(event.id) }, terms)
}

/**
 * What the API finds wrong beside what the form knows already, so that all of it is said at once. What the form knows is
 * sent as something that fits no field of an event: nothing can be saved.
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

/** As it is now, never as it was kept: what is edited begins with the latest. */
export function latest(api: Api, id: number | string): Promise<Event> {
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

/** A date and a zone that a link may propose: `/events/new?date=2026-11-21&place=hangar`. */
export function proposedFields(query: URLSearchParams, timezone: string): Fields {
  const date = query.get("date") ?? ""
  const zone = query.get("timezone") ?? timezone
  return { ...(isDate(date) ? { "dates.0.date": date } : {}), timezone: isTimezone(zone) ? zone : timezone }
}

/** « C’est le même », without script: the event becomes part of the other. Undefined when that is not what was pressed. */
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
