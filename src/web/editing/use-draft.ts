import { type RefObject, useCallback, useEffect, useRef, useState } from "react"
import { isoAt } from "#lib/time.ts"
import type { SavedState } from "#ui/editing/edit-bar.tsx"
import { startDraft, isSettled, areDraftsPaused, storeTyping } from "./draft.ts"
import { type Fields, fieldsOf } from "./edit-values.ts"
import type { Outcome } from "./form.ts"
import { rememberLeftForm } from "./left-form.ts"
import { useUser } from "../session/session.ts"
import { documentWords } from "../page/words.ts"

/** Milliseconds without a key after which a draft is stored. */
const patience = 1000
/** Milliseconds after which a failed draft is tried again. */
const patienceAfterFailing = 5000

/**
 * Stores a form as a draft while it is filled in: a second after the last key, when the page is hidden, and when it is left.
 * @param anchor an element inside the form
 * @param is.form whether the form is being sent, and its outcome: what was saved for good is no longer a draft
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
    startDraft(subject, savedAt)
    const mine = keeperOf(form, { subject, version, username: username ?? "", since: savedAt }, told)
    keeper.current = mine
    const hidden = () => {
      if (document.visibilityState === "hidden") mine.part()
    }
    // Asks once before leaving a page whose input is stored nowhere but in this window.
    let mayLeave = false
    const unloads = (event: Event) => {
      if (mine.isKeptNowhere() && !mayLeave) event.preventDefault()
    }
    const leads = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]:not([target])")
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey // opens another window
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

/** Stores the drafts of one form, one call at a time, so that the last state is stored last. */
function keeperOf(
  form: HTMLFormElement,
  of: { subject: string; version: number | undefined; username: string; since: string | undefined },
  told: (state: SavedState, at?: string) => void,
) {
  const { subject, version, username } = of
  const now = () => JSON.stringify(fieldsOf(new FormData(form)))
  /** When this window's draft was last stored, what was sent last, and what was sent before that. */
  let since = of.since
  let kept = now()
  let keptBefore = kept
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Drafts being sent: two when the document was hidden meanwhile. */
  let onTheirWay = 0
  /** Two drafts were being sent at once, so it is unknown which of them was stored last. */
  let isUnsure = false
  let isSaving = false
  /** Whether the page has been left for another. */
  let isLeft = false
  /** Whether somebody has typed. Fields that are upgraded when their script arrives change by themselves too. */
  let isTouched = false
  /** The state shown, and the state shown before there was input to be stored. */
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
    // While input waits to be stored, the form is not read again with each key, which takes long on a phone.
    if (said === before) {
      if (now() === kept && !isUnsure) return
      say("waiting")
    }
    clearTimeout(timer)
    timer = setTimeout(() => void keep(false), said === "failed" ? patienceAfterFailing : patience)
  }
  /** @param isHasty whether the document may be gone in a moment */
  const keep = async (isHasty: boolean) => {
    const isParting = isHasty || isLeft
    clearTimeout(timer)
    if (!isTouched || areDraftsPaused(subject)) return
    if (isSaving) return isParting ? noteSaving() : undefined
    if (onTheirWay > 0 && !isParting) return
    const typed = now()
    // A draft that is being sent while the page is left may not arrive.
    if (typed === kept && onTheirWay === 0 && !isUnsure) {
      if (said !== before) say(before) // the change was undone
      return
    }
    if (typed !== kept) [keptBefore, kept] = [kept, typed]
    isUnsure = isHasty && onTheirWay > 0
    onTheirWay++
    const fields = JSON.parse(typed) as Fields
    if (isParting) note(typed, keptBefore)
    try {
      since = await storeTyping(subject, fields, { version, isParting, isHasty, size: typed.length })
      say("kept", since)
    } catch {
      if (kept === typed) kept = keptBefore
      say("failed")
    } finally {
      onTheirWay--
    }
    if (!isLeft && onTheirWay === 0) changed() // input since then, or a draft that failed
  }
  const note = (typed: string, sent: string) =>
    rememberLeftForm({
      subject,
      username,
      fields: JSON.parse(typed) as Fields,
      version,
      since,
      before: JSON.parse(sent) as Fields,
    })
  /** Remembers a form that is left while it is being saved, which may still fail; once it is saved, it is forgotten. */
  const noteSaving = () => {
    if (!isSettled(subject)) note(now(), kept)
  }
  return {
    changed,
    isKeptNowhere: () => said === "failed" && !isSaving,
    part: () => void keep(true),
    end() {
      isLeft = true
      void keep(false)
    },
    /** The form is being saved for good, and no draft may arrive after that. */
    pause() {
      isSaving = true
      clearTimeout(timer)
    },
    /** The form stayed on the page: it was saved, or its draft is still needed. */
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
