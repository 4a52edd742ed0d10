import { type RefObject, useCallback, useEffect, useRef, useState } from "react"
import { isoAt } from "#lib/time.ts"
import type { SavedState } from "#ui/editing/edit-bar.tsx"
import type { Api } from "../api.ts"
import type { AnswerTo } from "../api.ts"
import { browserApi } from "../browser-api.ts"
import { type Fields, fieldsOf } from "./edit-values.ts"
import type { Outcome } from "./form.ts"
import { useUser } from "../session.ts"
import { documentWords } from "../words.ts"

type Draft = AnswerTo<"/api/me/drafts/{subject}/">

const path = "/api/me/drafts/{subject}/"
/** After so long without a key, what was typed is kept (milliseconds). */
const patience = 1000
/** So long is waited until what could not be kept is tried again (milliseconds). */
const patienceAfterFailing = 5000
/** What a page that is being left may still send, in one go (bytes, of the 64 KB that browsers allow). */
const partingSize = 60_000

/** What the viewer was typing about a subject (`actor-new`, `event-42`) and has not saved; null when there is nothing. */
export async function draftOf(api: Api, subject: string): Promise<Draft> {
  return api.get(path, { subject })
}

/** What this page is keeping at this moment, by subject. */
const onTheirWay = new Map<string, Promise<unknown>>()

/** Forgets it: it was saved, or is not wanted. That it fails stands in nobody's way. */
export async function dropDraft(api: Api, subject: string): Promise<void> {
  await onTheirWay.get(subject) // what arrived after this would be a draft again
  await api.delete(path, undefined, { subject }).catch(() => {})
}

/** Keeps what a form holds now, as « Ajouter » does without script. */
export async function keepDraft(api: Api, subject: string, fields: Fields, version?: number): Promise<void> {
  await api.put(path, { fields, version: version ?? null }, { subject })
}

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
  const timezone = useUser()?.timezone
  const keeper = useRef<ReturnType<typeof keeperOf>>(undefined)
  const told = useCallback((next: SavedState, at?: string) => {
    setState(next)
    if (at) setSaved(at)
  }, [])

  useEffect(() => {
    const form = anchor.current?.closest("form")
    if (!form) return
    const mine = keeperOf(form, subject, version, told)
    keeper.current = mine
    const hidden = () => {
      if (document.visibilityState === "hidden") mine.part()
    }
    // What is kept nowhere is not left without a question, asked once.
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
  subject: string,
  version: number | undefined,
  told: (state: SavedState, at?: string) => void,
) {
  const now = () => JSON.stringify(fieldsOf(new FormData(form)))
  let kept = now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOnItsWay = false
  let isPaused = false
  /** The page has been left for another. */
  let isOver = false
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
    if (isPaused) return
    // Once something waits, the form is not read again with each key: that takes long on a phone.
    if (said === before) {
      if (now() === kept) return
      say("waiting")
    }
    clearTimeout(timer)
    timer = setTimeout(() => void keep(false), said === "failed" ? patienceAfterFailing : patience)
  }
  const keep = async (isParting: boolean) => {
    clearTimeout(timer)
    const fields = now()
    if (!isTouched || isPaused || (isOnItsWay && !isParting)) return
    if (fields === kept) {
      if (said !== before && !isOnItsWay) say(before) // it was taken back
      return
    }
    isOnItsWay = true
    const keptBefore = kept
    kept = fields
    try {
      const body = { fields: JSON.parse(fields) as Fields, version: version ?? null }
      const sent = browserApi.put(path, body, { subject }, { isParting: isParting && fields.length < partingSize })
      const settled = Promise.allSettled([onTheirWay.get(subject), sent])
      onTheirWay.set(subject, settled)
      void settled.then(() => onTheirWay.get(subject) === settled && onTheirWay.delete(subject))
      say("kept", (await sent).saved)
    } catch {
      if (kept === fields) kept = keptBefore
      say("failed")
    } finally {
      isOnItsWay = false
    }
    if (!isOver) changed() // what was typed meanwhile, or could not be kept
  }
  return {
    changed,
    isKeptNowhere: () => said === "failed" && !isPaused,
    part: () => void keep(true),
    end() {
      isOver = true
      void keep(true)
    },
    /** It is being saved for good: nothing may arrive after that. */
    pause() {
      isPaused = true
      clearTimeout(timer)
    },
    /** It stayed on the page: saved, or still worth keeping. */
    resume(isSaved: boolean) {
      if (!isPaused) return
      isPaused = false
      if (isSaved) {
        kept = now()
        say("untouched")
      } else changed()
    },
  }
}
