import { data } from "react-router"
import { type Picked, pickedIn, resolvePicked } from "#features/actors/picked.ts"
import { fieldsOf } from "#web/editing/edit-values.ts"
import { renameFields } from "#web/editing/rename-fields.ts"
import type { FormArguments } from "#web/editing/form.ts"
import { failureOf } from "#web/problems.ts"
import { paths } from "#web/paths.ts"
import { copied } from "../editor/form/copied.ts"
import { dateRows } from "../editor/form/form-dates.ts"
import { nameInForm, wrongWords } from "../editor/form/form-errors.ts"
import type { Event } from "../event.ts"

type Arguments = FormArguments<{ id: string }>
type Status = Event["status"]
type Answer = "accept" | "decline" | "untag"

/** What a form asks before it does what cannot be taken back: what was filled in, and how many people hear of it. */
export type PendingConfirmation = {
  values: Record<string, string>
  answered: number
  others: number
  unconfirmed: number
}

const valuesOf = ({ values }: Arguments) => Object.fromEntries(values.entries())
const idOf = ({ params }: Arguments) => ({ id: params.id })
const isSure = ({ values }: Arguments) => values.has("sure")

function audienceOf(args: Arguments, of: { to?: string; occurrence?: number | string } = {}) {
  return args.api.get("/api/contents/events/{id}/notices/audience/", { ...idOf(args), ...of })
}

/** Asks first; what it is asked about stays in the fields. */
async function ask(
  args: Arguments,
  of: { to?: string; occurrence?: number | string } = {},
): Promise<{ given: PendingConfirmation }> {
  return { given: { values: valuesOf(args), ...(await audienceOf(args, of)) } }
}

/** State, with its reason: asked about first when people hear of it. */
export async function changeStatus(args: Arguments) {
  const { api, values, t } = args
  const status = values.get("status") as Status
  if (status === "cancelled" && !isSure(args)) return ask(args)
  const reason = values.get("reason")?.trim() || null
  await api.patch(
    "/api/contents/events/{id}/",
    { status, status_reason: status === "scheduled" ? null : reason },
    idOf(args),
  )
  return { notice: { message: t("manage.status_saved") } }
}

/** One date moved: the fields of the editor's first row, as it says of them what is wrong. */
export async function moveDate(args: Arguments) {
  const { api, values, t } = args
  const fields = fieldsOf(values.entries())
  const wrong = wrongWords(fields, t)
  // Whether it takes whole days is not asked here.
  if (wrong["dates.0.start"]) wrong["dates.0.start"] = [t("errors.required")]
  const [date] = dateRows(fields)
  if (!date || Object.keys(wrong).length > 0) return invalid(wrong)
  await api
    .patch(
      "/api/contents/events/{id}/occurrences/{occurrence}/",
      { start: date.start, end: date.end },
      { ...idOf(args), occurrence: values.get("occurrence") ?? "" },
    )
    .catch((error: unknown) => renameFields(error, (name) => nameInForm(name, fields)))
  return { notice: { message: t("manage.date_saved") } }
}

/** One date cancelled, which is asked about, or on again. */
export async function turnDate(args: Arguments) {
  const { api, values, t } = args
  const occurrence = values.get("occurrence") ?? ""
  const status = values.get("status") === "cancelled" ? ("cancelled" as const) : ("scheduled" as const)
  if (status === "cancelled" && !isSure(args)) return ask(args, { occurrence: Number(occurrence) })
  await api.patch("/api/contents/events/{id}/occurrences/{occurrence}/", { status }, { ...idOf(args), occurrence })
  return { notice: { message: t(status === "cancelled" ? "manage.date_cancelled" : "manage.date_restored") } }
}

/** Several dates called off at once, which is asked about; where no script opens the dialog that does. */
export async function cancelDates(args: Arguments) {
  const { api, values, t } = args
  const dates = values.getAll("date").map(Number).filter(Number.isSafeInteger)
  if (dates.length === 0) return invalid({ date: [t("cancel.choose_date")] })
  if (!isSure(args)) {
    const { given } = await ask(args, { occurrence: dates.join() })
    return { given: { ...given, values: { ...given.values, date: dates.join() } } }
  }
  await api.patch(
    "/api/contents/events/{id}/occurrences/",
    { occurrences: dates, status: "cancelled", status_reason: reasonIn(args) },
    idOf(args),
  )
  return { notice: { message: t("cancel.dates_done", { count: dates.length }) } }
}

/** A message to everybody who answered, shown before it is sent. */
export async function writeMessage(args: Arguments) {
  const { api, values, t } = args
  const to = values.getAll("to").filter((one) => one === "interested" || one === "confirmed" || one === "declined")
  const occurrence = Number(values.get("occurrence")) || undefined
  const [subject, text] = [values.get("subject")?.trim() ?? "", values.get("text")?.trim() ?? ""]
  const lacking = {
    ...(subject ? {} : { subject: [t("errors.required")] }),
    ...(text ? {} : { text: [t("errors.required")] }),
    ...(to.length > 0 ? {} : { to: [t("manage.choose_whom")] }),
  }
  if (Object.keys(lacking).length > 0) return invalid(lacking)
  const asked = { to: to.join(","), ...(occurrence ? { occurrence } : {}) }
  if (!isSure(args)) {
    const { given } = await ask(args, asked)
    return { given: { ...given, values: { ...given.values, to: asked.to } } }
  }
  await api.post(
    "/api/contents/events/{id}/notices/",
    { subject, text, to, occurrence: occurrence ?? null },
    idOf(args),
  )
  return { notice: { message: t("manage.message_sent") } }
}

/** The answer of a page that the event names. */
export async function confirmPart(args: Arguments) {
  const { api, values, t } = args
  const answer = (["accept", "decline", "untag"] as const).find((one) => one === values.get("answer")) ?? "decline"
  await api.post(
    "/api/contents/events/{id}/confirmations/",
    { fid: values.get("fid") ?? "", answer, ...partIn(values.get("part")) },
    idOf(args),
  )
  return { notice: { message: t(`manage.answered_${answer satisfies Answer}`) } }
}

const parts = ["organizer", "performer", "place"] as const

function partIn(given: string | null): { part?: (typeof parts)[number] } {
  const part = parts.find((one) => one === given)
  return part ? { part } : {}
}

/** Somebody more: a co-organiser, or a name in the line-up. What colleagues add or remove meanwhile stays as they did it. */
export async function addPart(args: Arguments) {
  const { api, values, t } = args
  const picked = pickedIn(valuesOf(args), "who")
  if (!picked) return invalid({ who: [t("errors.required")] })
  const isOrganizer = values.get("part") === "organizer"
  const found = await resolvePicked(api, picked)
  if (found === "several" || (found === "none" && isOrganizer))
    return invalid({ who: [t(found === "several" ? "manage.several_pages" : "manage.no_such_page")] })
  const who = typeof found === "object" ? { fid: found.fid } : { name: (picked satisfies Picked).name }
  const added = isOrganizer
    ? api.post("/api/contents/events/{id}/organizers/", who as { fid: string }, idOf(args))
    : api.post("/api/contents/events/{id}/lineup/", { ...who, role: values.get("role")?.trim() || null }, idOf(args))
  await added.catch((error: unknown) =>
    renameFields(error, (name) => (name === "fid" || name === "name" ? "who" : name)),
  )
  return { notice: { message: t("manage.part_added") } }
}

/** Somebody less: who was pressed, whatever the list has become since it was shown. */
export async function removePart(args: Arguments) {
  const { api, values, t } = args
  const [fid, entry] = [values.get("fid") ?? "", values.get("entry") ?? ""]
  const removed =
    values.get("part") === "organizer"
      ? api.delete("/api/contents/events/{id}/organizers/{fid}/", undefined, { ...idOf(args), fid })
      : api.delete("/api/contents/events/{id}/lineup/{entry}/", undefined, { ...idOf(args), entry })
  const isGone = await removed.then(
    () => false,
    (error: unknown) => {
      if (failureOf(error)?.said.code === "performer_not_found") return true
      if (failureOf(error)?.said.code === "organizer_not_found") return true
      throw error
    },
  )
  if (isGone) return { notice: { type: "warning" as const, message: t("manage.list_changed") } }
  return { notice: { message: t("manage.part_removed") } }
}

/** The event once more, as a draft: as it is, or on another date. */
export async function copyEvent(args: Arguments) {
  const { api, values, t } = args
  const event = await api.get("/api/contents/events/{id}/", idOf(args))
  const made = await copied(api, fieldsOf(values.entries()), event, t)
  return { notice: { message: t("manage.copied") }, to: paths.manageEvent(made.id, { tab: "dates" }) }
}

const reasonIn = ({ values }: Arguments) => values.get("reason")?.trim() || null

/** Off the agenda, once that was asked: a draft again. */
export async function withdrawEvent(args: Arguments) {
  if (!isSure(args)) return ask(args)
  await args.api.patch(
    "/api/contents/events/{id}/",
    { workflow: "draft", withdrawn_reason: reasonIn(args) },
    idOf(args),
  )
  return { notice: { message: args.t("manage.withdrawn") } }
}

/** Deleted, once that was asked; taken back for 30 days. */
export async function deleteEvent(args: Arguments) {
  const { api, t } = args
  if (!isSure(args)) return ask(args)
  await api.delete("/api/contents/events/{id}/", { reason: reasonIn(args) }, idOf(args))
  return { notice: { message: t("manage.deleted") }, to: paths.manageEvent(args.params.id, { deleted: "1" }) }
}

/** Takes the deletion of an event back. */
export async function restoreEvent(args: Arguments) {
  await args.api.post("/api/contents/events/{id}/restore/", undefined, idOf(args))
  return { notice: { message: args.t("manage.restored") }, to: paths.manageEvent(args.params.id) }
}

/** What the form itself finds wrong, as the API would say it. */
function invalid(fields: Record<string, string[]>): never {
  throw data({ detail: undefined, code: undefined, fields }, { status: 400 })
}
