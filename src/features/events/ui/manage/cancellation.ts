import { useEffect, useState } from "react"
import { useNavigate } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { notifyAbout } from "#ui/overlays/notifications.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { useReadAgain } from "#web/navigation/read-again.ts"
import { paths } from "#web/paths.ts"
import { problemOf, sentencesOf } from "#web/api/problems.ts"
import { askIfSessionEnded } from "#web/session/session.ts"
import type { Event } from "../../event.ts"

/** Time before notices are sent (milliseconds): nobody hears of a cancellation undone until then. */
const grace = 120_000
/** Most dates in one request for the audience. */
export const mostCounted = 200

/** Numbers of people who would get a notice, and of answers for each date. */
export type Audience = Awaited<ReturnType<typeof audienceOf>>

function audienceOf(event: Event, dates: readonly number[] | undefined) {
  return browserApi.get("/api/contents/events/{id}/notices/audience/", {
    id: String(event.id),
    ...(dates ? { occurrence: dates.join(",") } : {}),
  })
}

/** Loads the audience of a cancellation of these dates, or of the whole event; undefined until it is loaded. */
export function useAudience(event: Event, dates: readonly number[] | undefined): Audience | undefined {
  const [audience, setAudience] = useState<Audience>()
  const asked = dates && dates.length <= mostCounted ? dates.join() : ""
  const isNobody = dates?.length === 0
  useEffect(() => {
    let isGone = false
    if (event.workflow !== "published" || isNobody) return
    audienceOf(event, asked ? asked.split(",").map(Number) : undefined).then(
      (found) => !isGone && setAudience(found),
      () => {}, // cancelling works even so
    )
    return () => {
      isGone = true
    }
  }, [event, asked, isNobody])
  return audience && isNobody ? { ...audience, answered: 0, others: 0, unconfirmed: 0 } : audience
}

/** Returns the coming events of a festival's programme that are not cancelled yet. */
export function comingProgramme({ children }: Event): Event["children"] {
  const today = new Date().toISOString().slice(0, 10)
  return children.filter(({ status, start }) => status !== "cancelled" && start.slice(0, 10) >= today)
}

/**
 * Returns a function that cancels the event or some of its dates with one call, and shows a notification whose undo button takes
 * it back, as long as no notice has been sent.
 */
export function useCancellation(event: Event) {
  const t = useMessages()
  const navigate = useNavigate()
  const readAgain = useReadAgain()
  const id = String(event.id)
  const about = paths.event(event.id)
  const put = (
    status: "cancelled" | "scheduled",
    { dates, reason, programme }: { dates: readonly number[] | undefined; reason: string; programme: boolean },
  ) => {
    if (dates)
      return browserApi.patch(
        "/api/contents/events/{id}/occurrences/",
        { occurrences: [...dates], status, status_reason: reason || null },
        { id },
      )
    const isOff = status === "cancelled"
    const before = event.status === "cancelled" ? "scheduled" : event.status
    return browserApi.patch(
      "/api/contents/events/{id}/",
      { status: isOff ? status : before, status_reason: isOff ? reason || null : event.status_reason, programme },
      { id },
    )
  }
  return async (what: { dates: readonly number[] | undefined; reason: string; programme: boolean }) => {
    const { dates } = what
    await put("cancelled", what)
    const undo = async () => {
      try {
        await put("scheduled", { ...what, reason: "" })
        notifyAbout(about, {
          type: "info",
          message: dates ? t("cancel.dates_undone", { count: dates.length }) : t("cancel.undone"),
        })
        await readAgain()
      } catch (error) {
        const problem = problemOf(error, t)
        if (!problem) throw error
        askIfSessionEnded(problem.code)
        for (const message of sentencesOf(problem).slice(0, 1)) notifyAbout(about, { type: "error", message })
      }
    }
    notifyAbout(about, {
      type: "success",
      message: dates ? t("cancel.dates_done", { count: dates.length }) : t("cancel.done"),
      timeout: grace,
      action: { label: t("cancel.undo"), run: () => void undo() },
    })
    await navigate(about)
  }
}
