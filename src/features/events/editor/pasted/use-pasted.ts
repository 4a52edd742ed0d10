import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { isoAt } from "#lib/time.ts"
import { filledEvent, notifyForm } from "#ui/reveal.ts"
import { browserApi } from "#web/browser-api.ts"
import { type Fields, fieldsOf } from "#web/editing/edit-values.ts"
import type { Refill } from "#web/editing/form-parts.tsx"
import { problemOf } from "#web/problems.ts"
import { fieldsAmong, type Group, type Proposal, sectionsOf, type Taken, withFields } from "./groups.ts"
import type { ReadEvent, Reading } from "./read-event-fields.ts"

type State = {
  step: "empty" | "reading" | "said" | "choosing" | "failed"
  taken: readonly Taken[]
  /** Why an address gave nothing, in words. */
  failure?: string
  /** Several events of one address, of which one is to be chosen. */
  found?: Reading
  /** What a screen reader is told. */
  told: string
}

type Around = {
  /** Anything in the form. */
  box: RefObject<HTMLElement | null>
  /** The language the title is in. */
  main: string
  /** How long events of theirs take (minutes). */
  usual: number | null
  /** The viewer's own time zone, which says what day it is. */
  zone: string
}

export type PastedLine = ReturnType<typeof usePasted>

/**
 * What is pasted fills the form, group by group, and each can be undone: `refill` is what the form begins anew with.
 */
export function usePasted({ box, main, usual, zone }: Around) {
  const t = useMessages()
  const [refill, setRefill] = useState<Refill>()
  const [state, setState] = useState<State>({ step: "empty", taken: [], told: "" })
  const turn = useRef(0)
  useLayoutEffect(() => {
    if (!refill) return
    // The form is what it is now: its draft, its preview and its errors hear of it. What it shows besides (the address of
    // a place, say) comes with it: nothing may move any more under the finger that goes on to the next field.
    const inForm = formOf(box)?.querySelector<HTMLElement>('input[name="uid"]') ?? null
    notifyForm(inForm)
    inForm?.dispatchEvent(new Event(filledEvent, { bubbles: true }))
  }, [refill, box])

  const fill = useCallback(
    (change: (fields: Fields) => Fields, groups: readonly Group[]) => {
      const fields = change(fieldsNow(box))
      const sections = new Set(groups.flatMap((group) => sectionsOf[group]))
      setRefill((before) => ({
        fields,
        rounds: {
          ...before?.rounds,
          ...Object.fromEntries([...sections].map((name) => [name, (before?.rounds[name] ?? 0) + 1])),
        },
      }))
    },
    [box],
  )

  const put = (proposals: readonly Proposal[], words: (proposal: Proposal) => string) => {
    const current = fieldsNow(box)
    const taken = proposals.map((one) => ({ ...one, before: fieldsAmong(current, one.names), words: words(one) }))
    fill(
      (fields) => taken.reduce((all, one) => withFields(all, one.names, one.fields), fields),
      taken.map(({ group }) => group),
    )
    const [told, step] =
      taken.length > 0
        ? [t("event-editor.pasted_said", { count: taken.length }), "said" as const]
        : [t("event-editor.pasted_nothing"), "failed" as const]
    setState({ step, taken, told, ...(taken.length > 0 ? {} : { failure: told }) })
  }

  const read = async (text: string, isTitle: boolean) => {
    if (text.trim() === "") return
    const mine = ++turn.current
    const isMine = () => mine === turn.current
    const today = isoAt(new Date(), zone).slice(0, 10)
    try {
      const paste = await import("./understand.ts")
      if (!isMine() || (isTitle && !paste.isMoreThanTitle(text, today))) return
      setState({ step: "reading", taken: [], told: t("event-editor.pasted_reading") })
      const words = (proposal: Proposal) => paste.saidWords(t, proposal)
      const address = paste.addressIn(text)
      if (address === undefined) {
        const found = await paste.understandLine(text, { today, current: fieldsNow(box), main, usual })
        if (isMine()) put(found, words)
        return
      }
      const reading = await browserApi.post("/api/imports/readings/", { url: address, timezone: zone })
      if (!isMine()) return
      const [only] = reading.events
      if (only && reading.events.length === 1)
        put(paste.readEventProposals(only, { url: address, current: fieldsNow(box), today }), words)
      else {
        const told = t("event-editor.pasted_several", { count: reading.total })
        setState({ step: "choosing", taken: [], found: reading, told })
      }
    } catch (error) {
      if (!isMine()) return
      const problem = problemOf(error, t)
      const failure = problem?.fields.url?.[0] ?? problem?.notices[0] ?? t("event-editor.pasted_failed")
      setState({ step: "failed", taken: [], failure, told: "" })
    }
  }

  return {
    refill,
    ...state,
    /** Reads what was pasted. */
    read: (text: string) => void read(text, false),
    /** The same of what was pasted as a title, if it says more than that. */
    readTitle: (text: string) => void read(text, true),
    choose: async (event: ReadEvent) => {
      const paste = await import("./understand.ts")
      const around = {
        url: state.found?.url ?? "",
        current: fieldsNow(box),
        today: isoAt(new Date(), zone).slice(0, 10),
      }
      put(paste.readEventProposals(event, around), (proposal) => paste.saidWords(t, proposal))
    },
    undo: (one: Taken, label: string) => {
      fill((fields) => withFields(fields, one.names, one.before), [one.group])
      const taken = state.taken.filter((other) => other !== one)
      setState({
        step: taken.length > 0 ? "said" : "empty",
        taken,
        told: t("event-editor.pasted_undone", { field: label }),
      })
    },
    undoAll: () => {
      const { taken } = state
      if (taken.length > 0)
        fill(
          (fields) => taken.reduceRight((all, one) => withFields(all, one.names, one.before), fields),
          taken.map(({ group }) => group),
        )
      turn.current++
      setState({ step: "empty", taken: [], told: taken.length > 0 ? t("event-editor.pasted_all_undone") : "" })
    },
  }
}

function formOf(box: RefObject<HTMLElement | null>): HTMLFormElement | null {
  return box.current?.closest("form") ?? null
}

/** What stands in the form at this moment. */
function fieldsNow(box: RefObject<HTMLElement | null>): Fields {
  const form = formOf(box)
  return form ? fieldsOf(new FormData(form)) : {}
}
