import { type RefObject, useCallback, useEffect, useRef, useState } from "react"
import { isoAt } from "#lib/time.ts"
import type { SavedState } from "#ui/editing/edit-bar.tsx"
import { beginsWith, isOver, isPaused, keepTyped } from "./draft.ts"
import { type Fields, fieldsOf } from "./edit-values.ts"
import type { Outcome } from "./form.ts"
import { noteParted } from "./parted.ts"
import { useUser } from "../session.ts"
import { documentWords } from "../words.ts"

/** After so long without a key, what was typed is kept (milliseconds). */
const patience = 1000
/** So long is waited until what could not be kept is tried again (milliseconds). */
const patienceAfterFailing = 5000

/**
 * Keeps a form while it is filled in: a second after the last key, when the page is hidden, when it is left for another.
 * @param anchor anything inside of the form
 * @param is.form whether the form is on its way, and what came of it: what is saved for good is no draft any more
 */
export function useDraft(
  anchor: RefObject<HTMLElement | null>,
  is: {
    subject: string
    version?: number | undefined
    savedAt?: string | undefined
    form: { isBusy: boolean; outcome: Outcome | undefined }
  },
): { state: SavedState; at: string | undefined } {
  const { subject, version, savedAt } = is
  const { isBusy, outcome } = is.form
  const [state, setState] = useState<SavedState>(savedAt ? "kept" : "untouched")
  const [saved, setSaved] = useState(savedAt)
  const { timezone, username } = useUser() ?? {}
  const keeper = useRef<ReturnType<typeof keeperOf>>(undefined)
  const told = useCallback((next: SavedState, at?: string) => {
    setState(next)
    if (at) setSaved(at)
  }, [])

  useEffect(() => {
    const form = anchor.current?.closest("form")
    if (!form) return
    beginsWith(subject, savedAt)
    const mine = keeperOf(form, { subject, version, username: username ?? "", since: savedAt }, told)
    keeper.current = mine
    const hidden = () => {
      if (document.visibilityState === "hidden") mine.part()
    }
    // What is kept nowhere but in this window is not left without a question, asked once.
    let mayLeave = false
    const unloads = (event: Event) => {
      if (mine.isKeptNowhere() && !mayLeave) event.preventDefault()
    }
    const leads = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]:not([target])")
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey // in a window of its own
      if (!link || isElsewhere || link.pathname === location.pathname || !mine.isKeptNowhere()) return
      mayLeave = confirm(documentWords()("editor.leave_unkept"))
      if (mayLeave) return
      event.preventDefault()
      event.stopPropagation()
    }
    form.addEventListener("input", mine.changed)
    form.addEventListener("change", mine.changed)
    document.addEventListener("visibilitychange", hidden)
    document.addEventListener("click", leads, true)
    addEventListener("beforeunload", unloads)
    addEventListener("pagehide", mine.part)
    return () => {
      form.removeEventListener("input", mine.changed)
      form.removeEventListener("change", mine.changed)
      document.removeEventListener("visibilitychange", hidden)
      document.removeEventListener("click", leads, true)
      removeEventListener("beforeunload", unloads)
      removeEventListener("pagehide", mine.part)
      mine.end()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it begins with and who types stay the same
  }, [anchor, subject, version, told])

  useEffect(() => {
    if (isBusy) keeper.current?.pause()
    else if (outcome) keeper.current?.resume(outcome.isDone)
  }, [isBusy, outcome])

  return { state, at: saved && timezone ? isoAt(new Date(saved), timezone).slice(11, 16) : undefined }
}

/** Keeps one form, one call at a time, the last state last. */
function keeperOf(
  form: HTMLFormElement,
  of: { subject: string; version: number | undefined; username: string; since: string | undefined },
  told: (state: SavedState, at?: string) => void,
) {
  const { subject, version, username } = of
  const now = () => JSON.stringify(fieldsOf(new FormData(form)))
  /** When this window's draft was kept last, what was sent last, and what before that. */
  let since = of.since
  let kept = now()
  let keptBefore = kept
  let timer: ReturnType<typeof setTimeout> | undefined
  /** So many are on their way at once: two when the document was hidden meanwhile. */
  let onTheirWay = 0
  /** Two were: which of them is the last to be kept nobody knows. */
  let isUnsure = false
  let isSaving = false
  /** The page has been left for another. */
  let isLeft = false
  /** Fields that become better ones when their script arrives change by themselves: that is nobody's typing. */
  let isTouched = false
  /** What is said of it, and what was said before something waited to be kept. */
  let said: SavedState = "kept"
  let before: SavedState = said
  const say = (next: SavedState, at?: string) => {
    said = next
    if (next === "kept" || next === "untouched") before = next
    told(next, at)
  }

  const changed = () => {
    isTouched = true
    if (isSaving) return
    // Once something waits, the form is not read again with each key: that takes long on a phone.
    if (said === before) {
      if (now() === kept && !isUnsure) return
      say("waiting")
    }
    clearTimeout(timer)
    timer = setTimeout(() => void keep(false), said === "failed" ? patienceAfterFailing : patience)
  }
  /** @param isHasty the document may be gone in a moment */
  const keep = async (isHasty: boolean) => {
    const isParting = isHasty || isLeft
    clearTimeout(timer)
    if (!isTouched || isPaused(subject)) return
    if (isSaving) return isParting ? noteSaving() : undefined
    if (onTheirWay > 0 && !isParting) return
    const typed = now()
    // What is on its way while the page is left may not arrive.
    if (typed === kept && onTheirWay === 0 && !isUnsure) {
      if (said !== before) say(before) // it was taken back
      return
    }
    if (typed !== kept) [keptBefore, kept] = [kept, typed]
    isUnsure = isHasty && onTheirWay > 0
    onTheirWay++
    const fields = JSON.parse(typed) as Fields
    if (isParting) note(typed, keptBefore)
    try {
      since = await keepTyped(subject, fields, { version, isParting, isHasty, size: typed.length })
      say("kept", since)
    } catch {
      if (kept === typed) kept = keptBefore
      say("failed")
    } finally {
      onTheirWay--
    }
    if (!isLeft && onTheirWay === 0) changed() // what was typed meanwhile, or could not be kept
  }
  const note = (typed: string, sent: string) =>
    noteParted({
      subject,
      username,
      fields: JSON.parse(typed) as Fields,
      version,
      since,
      before: JSON.parse(sent) as Fields,
    })
  /** Left while it is being saved, which may fail yet: saved, it is forgotten. */
  const noteSaving = () => {
    if (!isOver(subject)) note(now(), kept)
  }
  return {
    changed,
    isKeptNowhere: () => said === "failed" && !isSaving,
    part: () => void keep(true),
    end() {
      isLeft = true
      void keep(false)
    },
    /** It is being saved for good: nothing may arrive after that. */
    pause() {
      isSaving = true
      clearTimeout(timer)
    },
    /** It stayed on the page: saved, or still worth keeping. */
    resume(isSaved: boolean) {
      if (!isSaving) return
      isSaving = false
      if (isSaved) {
        kept = now()
        say("untouched")
      } else changed()
    },
  }
}
