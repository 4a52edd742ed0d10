import type { Messages } from "#i18n/messages.ts"
import { notifyOf } from "#ui/overlays/notifications.ts"
import { browserApi } from "#web/browser-api.ts"
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

/** Says that one is interested, or no longer; shown at once, and taken back when it fails. */
export async function answerByStar(t: Messages, { id, before, isOn }: Press, after: After): Promise<void> {
  const other = before === "interested" ? null : before
  const saying = async () => {
    starred.set(id, isOn)
    try {
      await say(id, isOn ? "interested" : null)
    } catch (error) {
      starred.set(id, !isOn)
      throw error
    }
    if (other) after.whenReplaced()
  }
  await tellAnswer(t, saying, { ...after, id, isOn, undo: () => undo(t, { id, before: other, isOn }, after) })
}

async function undo(t: Messages, { id, before, isOn }: Press, after: After) {
  if (!isOn || !before) return answerByStar(t, { id, before: null, isOn: !isOn }, after)
  starred.set(id, false)
  await say(id, before)
  after.whenReplaced()
}

/** Answers for all dates; taking it back goes for each that was said of one. */
async function say(id: number, value: Event["my_attendance"]) {
  if (value) {
    await browserApi.put(path, { value }, { id })
    return
  }
  const mine = await browserApi.get(path, { id })
  for (const { value: said, occurrence } of mine)
    if (said === "interested")
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
export async function tellAnswer(t: Messages, say: () => Promise<void>, told: Told): Promise<void> {
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
