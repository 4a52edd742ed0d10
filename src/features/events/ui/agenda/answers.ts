import type { Messages } from "#i18n/messages.ts"
import { notifyOf } from "#ui/overlays/notifications.ts"
import { browserApi } from "#web/browser-api.ts"
import { chooseInOrder } from "#web/choosing.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import { problemOf, sentencesOf } from "#web/problems.ts"
import { starred } from "#web/since-read.ts"
import type { Event } from "../../event.ts"

const path = "/api/contents/events/{id}/attendance/"

type Press = {
  id: number
  /** What was answered until now. */
  before: Event["my_attendance"]
  isOn: boolean
}
type After = { whenNobody: () => void; whenSeveral: () => void; whenReplaced: () => void }

/** Says that one is interested, or no longer. */
export async function answerByStar(t: Messages, { id, before, isOn }: Press, after: After): Promise<void> {
  const other = before === "interested" ? null : before
  const saying = async () => {
    await say(id, isOn, isOn ? "interested" : null)
    if (other) after.whenReplaced()
  }
  await tellAnswer(t, saying, { ...after, id, isOn, undo: () => undo(t, { id, before: other, isOn }, after) })
}

async function undo(t: Messages, { id, before, isOn }: Press, after: After) {
  if (!isOn || !before) return answerByStar(t, { id, before: null, isOn: !isOn }, after)
  await say(id, false, before)
  after.whenReplaced()
}

/** Answers for all dates; the star is as it is stored when all that was pressed is answered. */
function say(id: number, isOn: boolean, value: Event["my_attendance"]) {
  const show = (on: boolean) => starred.set(id, on)
  const send = () => (value ? browserApi.put(path, { value }, { id }) : takeBack(id))
  return chooseInOrder(paths.answerEvent(id), { to: isOn, from: !isOn, show, send })
}

/** Goes for each that was said of one date, too. */
async function takeBack(id: number) {
  const mine = await browserApi.get(path, { id })
  for (const { value, occurrence } of mine)
    if (value === "interested")
      await browserApi.delete(path, undefined, occurrence ? { id, occurrence: occurrence.id } : { id })
}

type Told = {
  /** Of the event. */
  id: number
  isOn: boolean
  undo: () => Promise<void>
  whenNobody: () => void
  whenSeveral: () => void
}

/** Gives an answer and says what came of it, with the way back; leads on where something is missing. */
async function tellAnswer(t: Messages, say: () => Promise<void>, told: Told): Promise<void> {
  const { id, isOn, undo, whenNobody, whenSeveral } = told
  const about = inLanguagePath(paths.answerEvent(id), t.language)
  try {
    await say()
    notifyOf(about, {
      type: "success",
      message: t(isOn ? "answers.attendance_updated" : "answers.attendance_cancelled"),
      action: {
        label: t("answers.undo"),
        run: () => void undo().catch(() => notifyOf(about, { type: "error", message: t("answers.attendance_failed") })),
      },
    })
  } catch (error) {
    const problem = problemOf(error, t)
    if (problem?.code === "attendance_needs_actor") return whenNobody()
    // As whom is not said.
    if (problem?.status === 400) return whenSeveral()
    const failed = t(isOn ? "answers.attendance_failed" : "answers.attendance_cancel_failed")
    notifyOf(about, { type: "error", message: [failed, ...(problem ? sentencesOf(problem) : [])].join(" ") })
  }
}

/** What somebody answered: for all dates, and for those that have an answer of their own. */
export type Answers = { all: Event["my_attendance"]; dates: ReadonlyMap<number, Event["my_attendance"]> }

/** One's own answers to an event; none where they cannot be had: each date can be answered all the same. */
export function askAnswers(id: number): Promise<Answers> {
  return browserApi.get(path, { id }).then(
    (mine) => ({
      all: mine.find(({ occurrence }) => !occurrence)?.value ?? null,
      dates: new Map(mine.flatMap(({ occurrence, value }) => (occurrence ? [[occurrence.id, value] as const] : []))),
    }),
    () => ({ all: null, dates: new Map() }),
  )
}

type DateOf = {
  id: number
  date: number
  /** What was answered for all dates, as it is shown. */
  all: Answers["all"]
  /** What was answered, once that is known. */
  known: () => Promise<Answers>
  change: (date: number, value: Answers["all"]) => void
}

/**
 * Says that one is interested in a date, or no longer. Where all dates were answered, the event's own page says which of
 * them not.
 */
export async function answerDate(t: Messages, of: DateOf, goTo: (address: string) => void): Promise<void> {
  const { id, date, all, known, change } = of
  const say = (value: Answers["all"], before: Answers["all"]) =>
    chooseInOrder(`${paths.answerEvent(id)} ${date}`, {
      to: value,
      from: before,
      show: (shown) => change(date, shown),
      send: () =>
        value
          ? browserApi.put(path, { value, occurrence: date }, { id })
          : browserApi.delete(path, undefined, { id, occurrence: date }),
      among: paths.answerEvent(id),
    })
  const there = `${paths.event(id)}#dates`
  // A press may come before what was answered does: it changes that, and is not overwritten by it.
  const { all: ofAll, dates } = await known()
  const before = dates.get(date) ?? null
  const wasOn = (before ?? all ?? ofAll) === "interested"
  if (wasOn && before === null) return goTo(there)
  const value = wasOn ? null : ("interested" as const)
  await tellAnswer(t, () => say(value, before), {
    id,
    isOn: !wasOn,
    undo: () => say(before, value),
    whenNobody: () => goTo(paths.answerEvent(id, { value: "interested", occurrence: String(date) })),
    whenSeveral: () => goTo(there),
  })
}
