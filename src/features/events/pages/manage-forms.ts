import { data } from "react-router"
import { type Picked, pickedIn, resolvePicked } from "#features/actors/picked.ts"
import { demandConfirmation } from "#web/editing/demand-confirmation.ts"
import { fieldsOf } from "#web/editing/edit-values.ts"
import { renameFields } from "#web/editing/rename-fields.ts"
import type { FormArguments } from "#web/editing/form.ts"
import { failureOf } from "#web/api/problems.ts"
import { paths } from "#web/paths.ts"
import { createCopy } from "../editor/form/create-copy.ts"
import { dateRows } from "../editor/form/form-dates.ts"
import { nameInForm, formErrors } from "../editor/form/form-errors.ts"
import type { Event } from "../event.ts"

type Arguments = FormArguments<{ id: string }>
type Status = Event["status"]
type Answer = "accept" | "decline" | "untag"

/**
 * The state of a form that asks for confirmation before an irreversible action: the typed values, and how many people get a
 * notice.
 */
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

/** Returns the request for confirmation; the typed values stay in the fields. */
async function ask(
  args: Arguments,
  of: { to?: string; occurrence?: number | string } = {},
): Promise<{ given: PendingConfirmation }> {
  return { given: { values: valuesOf(args), ...(await audienceOf(args, of)) } }
}

/** Changes the status and its reason; a cancellation asks for confirmation first. */
export async function changeStatus(args: Arguments) {
  const { api, values, t } = args
  const status = values.get("status") as Status
  if (status === "cancelled" && !isSure(args)) return ask(args)
  const reason = values.get("reason")?.trim() || null
  await api.patch(
    "/api/contents/events/{id}/",
    { status, status_reason: status === "scheduled" ? null : reason, programme: values.has("programme") },
    idOf(args),
  )
  return { notice: { message: t("manage.status_saved") } }
}

/** Moves one date. The form is the first row of the editor's dates, and has the same errors. */
export async function moveDate(args: Arguments) {
  const { api, values, t } = args
  const fields = fieldsOf(values.entries())
  const wrong = formErrors(fields, t)
  // This form has no field for whole days, which the editor's error refers to.
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

/** Cancels one date after confirmation, or reinstates it. */
export async function setDateStatus(args: Arguments) {
  const { api, values, t } = args
  const occurrence = values.get("occurrence") ?? ""
  const status = values.get("status") === "cancelled" ? ("cancelled" as const) : ("scheduled" as const)
  if (status === "cancelled" && !isSure(args)) return ask(args, { occurrence: Number(occurrence) })
  await api.patch(
    "/api/contents/events/{id}/occurrences/{occurrence}/",
    status === "cancelled" ? { status, status_reason: reasonIn(args) } : { status },
    { ...idOf(args), occurrence },
  )
  return { notice: { message: t(status === "cancelled" ? "manage.date_cancelled" : "manage.date_restored") } }
}

/** Cancels several dates after confirmation; used without script, which would open the dialog for it. */
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

/** Sends a message to everybody who answered, after showing it. */
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

/** Sends the answer of a page that the event names; only a confirmation can be taken back, so the others are confirmed first. */
export async function confirmPart(args: Arguments) {
  const { api, values, t } = args
  const answer = (["accept", "decline", "untag"] as const).find((one) => one === values.get("answer")) ?? "decline"
  if (answer !== "accept") demandConfirmation(args)
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

/** Adds a co-organiser, or a name in the line-up. Changes that colleagues make meanwhile stay. */
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

/** Removes the chosen organiser or line-up entry, whatever has changed in the list since it was shown. */
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

/** Creates a draft copy of the event, at the same dates or on another one. */
export async function copyEvent(args: Arguments) {
  const { api, values, t } = args
  const event = await api.get("/api/contents/events/{id}/", idOf(args))
  const made = await createCopy(api, fieldsOf(values.entries()), event, t)
  return { notice: { message: t("manage.copied") }, to: paths.manageEvent(made.id, { tab: "dates" }) }
}

const reasonIn = ({ values }: Arguments) => values.get("reason")?.trim() || null

/** Withdraws the event to a draft, after confirmation. */
export async function withdrawEvent(args: Arguments) {
  if (!isSure(args)) return ask(args)
  await args.api.patch(
    "/api/contents/events/{id}/",
    { workflow: "draft", withdrawn_reason: reasonIn(args) },
    idOf(args),
  )
  return { notice: { message: args.t("manage.withdrawn") } }
}

/** Deletes the event after confirmation; it can be restored for 30 days. */
export async function deleteEvent(args: Arguments) {
  const { api, t } = args
  if (!isSure(args)) return ask(args)
  await api.delete("/api/contents/events/{id}/", { reason: reasonIn(args) }, idOf(args))
  return { notice: { message: t("manage.deleted") }, to: paths.manageEvent(args.params.id, { deleted: "1" }) }
}

/** Restores a deleted event. */
export async function restoreEvent(args: Arguments) {
  await args.api.post("/api/contents/events/{id}/restore/", undefined, idOf(args))
  return { notice: { message: args.t("manage.restored") }, to: paths.manageEvent(args.params.id) }
}

/** Throws the errors the form found itself, in the format of the API. */
function invalid(fields: Record<string, string[]>): never {
  throw data({ detail: undefined, code: undefined, fields }, { status: 400 })
}
