import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { isoAt } from "#lib/time.ts"
import { filledEvent, notifyForm } from "#ui/reveal.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { type Fields, fieldsOf } from "#web/editing/edit-values.ts"
import type { Refill } from "#web/editing/form-parts.tsx"
import { problemOf } from "#web/api/problems.ts"
import { askIfSessionEnded } from "#web/session/session.ts"
import type { PageChoice } from "../editor-data.ts"
import { fieldsAmong, type Group, type Proposal, sectionsOf, type FilledGroup, withFields } from "./groups.ts"
import type { ReadEvent, Reading } from "./read-event-fields.ts"

type State = {
  step: "empty" | "reading" | "said" | "choosing" | "failed"
  taken: readonly FilledGroup[]
  /** Why an address gave no event, in words. */
  failure?: string
  /** Several events of one address, to choose one from. */
  found?: Reading
  /** Announcement for screen readers. */
  told: string
}

type Around = {
  /** Any element inside the form. */
  box: RefObject<HTMLElement | null>
  /** Language of the title. */
  main: string
  /** Usual length of the viewer's events in minutes. */
  usual: number | null
  /** The viewer's own time zone, which decides what day it is. */
  zone: string
  /** Place pages the viewer manages. */
  venues: readonly PageChoice[]
}

export type PastedLine = ReturnType<typeof usePasted>

/** Fills the form from a pasted text, group by group, and can undo each group. The form starts again from `refill`. */
export function usePasted({ box, main, usual, zone, venues }: Around) {
  const t = useMessages()
  const [refill, setRefill] = useState<Refill>()
  const [state, setState] = useState<State>({ step: "empty", taken: [], told: "" })
  const turn = useRef(0)
  useLayoutEffect(() => {
    if (!refill) return
    // Lets the draft, preview and errors of the form follow at once. Other parts (such as the address of a place) update in the
    // same frame: nothing may move any more under the finger that goes on to the next field.
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
      const words = (proposal: Proposal) => paste.proposalWords(t, proposal)
      const address = paste.addressIn(text)
      if (address === undefined) {
        const found = await paste.understandLine(text, { today, current: fieldsNow(box), main, usual, venues })
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
      askIfSessionEnded(problem?.code)
      const failure = problem?.fields.url?.[0] ?? problem?.notices[0] ?? t("event-editor.pasted_failed")
      setState({ step: "failed", taken: [], failure, told: "" })
    }
  }

  return {
    refill,
    ...state,
    /** Reads a pasted text. */
    read: (text: string) => void read(text, false),
    /** Does the same with a text pasted as a title, when it holds more than that. */
    readTitle: (text: string) => void read(text, true),
    choose: async (event: ReadEvent) => {
      const paste = await import("./understand.ts")
      const around = {
        url: state.found?.url ?? "",
        current: fieldsNow(box),
        today: isoAt(new Date(), zone).slice(0, 10),
      }
      put(paste.readEventProposals(event, around), (proposal) => paste.proposalWords(t, proposal))
    },
    undo: (one: FilledGroup, label: string) => {
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

/** Returns the current fields of the form. */
function fieldsNow(box: RefObject<HTMLElement | null>): Fields {
  const form = formOf(box)
  return form ? fieldsOf(new FormData(form)) : {}
}
