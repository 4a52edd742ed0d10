import type { NavigateFunction } from "react-router"
import type { Messages } from "#i18n/messages.ts"
import { notifyAbout } from "#ui/overlays/notifications.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { chooseInOrder } from "#web/session/choosing.ts"
import { inLanguagePath, paths, withoutPrefix } from "#web/paths.ts"
import { problemOf, sentencesOf } from "#web/api/problems.ts"
import { askIfSessionEnded } from "#web/session/session.ts"
import { starred } from "#web/session/since-read.ts"
import type { Event } from "../../event.ts"

const path = "/api/contents/events/{id}/attendance/"

type Press = {
  id: number
  /** The answer before this press. */
  before: Event["my_attendance"]
  isOn: boolean
}
type After = {
  navigate: NavigateFunction
  /** Reads the list again, whose row then shows another answer. */
  readAgain: () => Promise<void>
}

/** Stars or unstars an event (« Ça m’intéresse »): shown at once, and undone when it fails. */
export async function answerByStar(t: Messages, { id, before, isOn }: Press, after: After): Promise<void> {
  const other = before === "interested" ? null : before
  const saying = async () => {
    await say(id, isOn, isOn ? "interested" : null)
    if (other) void after.readAgain()
  }
  await tellAnswer(t, saying, {
    id,
    isOn,
    undo: () => undo(t, { id, before: other, isOn }, after),
    whenNobody: () => askMissing(after.navigate, id),
    // The event's page offers the choice between persons.
    whenSeveral: () => void after.navigate(`${paths.event(id)}#answer`),
  })
}

/** Leads to the page that asks for the missing account or page, stores the answer, and goes back to the list on screen. */
function askMissing(navigate: NavigateFunction, id: number, occurrence?: string) {
  const next = withoutPrefix(location.pathname).path + location.search
  void navigate(paths.answerEvent(id, { value: "interested", occurrence, next }), { state: "list" })
}

async function undo(t: Messages, { id, before, isOn }: Press, after: After) {
  if (!isOn || !before) return answerByStar(t, { id, before: null, isOn: !isOn }, after)
  await say(id, false, before)
  void after.readAgain()
}

/** Stores an answer for all dates. Once every press has been answered, the star shows what is stored. */
function say(id: number, isOn: boolean, value: Event["my_attendance"]) {
  const show = (on: boolean) => starred.set(id, on)
  const send = () => (value ? browserApi.put(path, { value }, { id }) : takeBack(id))
  return chooseInOrder(paths.answerEvent(id), { to: isOn, from: !isOn, show, send })
}

/** Withdraws the answer for all dates together with the answers for single dates. */
async function takeBack(id: number) {
  const mine = await browserApi.get(path, { id })
  for (const { value, occurrence } of mine)
    if (value === "interested")
      await browserApi.delete(path, undefined, occurrence ? { id, occurrence: occurrence.id } : { id })
}

type Told = {
  /** Id of the event. */
  id: number
  isOn: boolean
  undo: () => Promise<void>
  whenNobody: () => void
  whenSeveral: () => void
}

/** Stores an answer and shows a notification with an undo button; calls back when an account or page is missing. */
async function tellAnswer(t: Messages, say: () => Promise<void>, told: Told): Promise<void> {
  const { id, isOn, undo, whenNobody, whenSeveral } = told
  const about = inLanguagePath(paths.answerEvent(id), t.language)
  try {
    await say()
    notifyAbout(about, {
      type: "success",
      message: t(isOn ? "answers.attendance_updated" : "answers.attendance_cancelled"),
      action: {
        label: t("answers.undo"),
        run: () =>
          void undo().catch(() => notifyAbout(about, { type: "error", message: t("answers.attendance_failed") })),
      },
    })
  } catch (error) {
    const problem = problemOf(error, t)
    if (problem?.code === "attendance_needs_actor") return whenNobody()
    // The account has several persons and none was named.
    if (problem?.status === 400) return whenSeveral()
    const failed = t(isOn ? "answers.attendance_failed" : "answers.attendance_cancel_failed")
    notifyAbout(about, { type: "error", message: [failed, ...(problem ? sentencesOf(problem) : [])].join(" ") })
    askIfSessionEnded(problem?.code)
  }
}

/** A person's answers to an event: for all dates, and for single dates. */
export type Answers = { all: Event["my_attendance"]; dates: ReadonlyMap<number, Event["my_attendance"]> }

/** Loads the viewer's answers to an event; none when that fails, so that each date can still be answered. */
export function loadAnswers(id: number): Promise<Answers> {
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
  /** The shown answer for all dates. */
  all: Answers["all"]
  /** Loads the stored answers. */
  known: () => Promise<Answers>
  change: (date: number, value: Answers["all"]) => void
}

/**
 * Stars or unstars a single date. When the star comes from an answer for all dates, opens the event's own page, where single
 * dates can be declined.
 */
export async function answerDate(t: Messages, of: DateOf, navigate: NavigateFunction): Promise<void> {
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
  // A press may come before the stored answers are loaded: it changes those, and they must not overwrite it.
  const { all: ofAll, dates } = await known()
  const before = dates.get(date) ?? null
  const wasOn = (before ?? all ?? ofAll) === "interested"
  if (wasOn && before === null) return void navigate(there)
  const value = wasOn ? null : ("interested" as const)
  await tellAnswer(t, () => say(value, before), {
    id,
    isOn: !wasOn,
    undo: () => say(before, value),
    whenNobody: () => askMissing(navigate, id, String(date)),
    whenSeveral: () => void navigate(there),
  })
}
