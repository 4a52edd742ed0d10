import type { Messages } from "#i18n/messages.ts"
import { browserApi } from "#web/browser-api.ts"
import { paths } from "#web/paths.ts"
import type { Event } from "../../event.ts"
import { tellAnswer } from "./star-answer.ts"

const path = "/api/contents/events/{id}/attendance/"

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
  const say = async (value: Answers["all"], before: Answers["all"]) => {
    change(date, value)
    try {
      if (value) await browserApi.put(path, { value, occurrence: date }, { id })
      else await browserApi.delete(path, undefined, { id, occurrence: date })
    } catch (error) {
      change(date, before)
      throw error
    }
  }
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
