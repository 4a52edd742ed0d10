import { type RefObject, useEffect, useMemo, useState } from "react"
import type { Outcome } from "./form.ts"

type Filled = ReadonlyMap<string, string>

/** Returns the outcome of a form, its errors in the order of the page and without those corrected since. */
export function useRemainingErrors<Given>(
  form: RefObject<HTMLFormElement | null>,
  outcome: Outcome<Given> | undefined,
): Outcome<Given> | undefined {
  const [mended, setMended] = useState<{ of: unknown; names: readonly string[] }>({ of: undefined, names: none })
  const names = mended.of === outcome ? mended.names : none
  useEffect(() => {
    const box = form.current
    const wrong = outcome && !outcome.isDone ? Object.keys(outcome.fields) : []
    if (!box || wrong.length === 0) return
    const sent = filledIn(box)
    const look = ({ target }: Event) => {
      if (!(target instanceof Node && box.contains(target))) return
      const now = filledIn(box)
      const found = wrong.filter((name) => isCorrected(name, now, sent))
      setMended((before) =>
        before.of === outcome && before.names.join() === found.join() ? before : { of: outcome, names: found },
      )
    }
    // On window, after React's own handlers: if it rendered before them, a controlled field would get its former value back.
    window.addEventListener("input", look)
    window.addEventListener("change", look)
    return () => {
      window.removeEventListener("input", look)
      window.removeEventListener("change", look)
    }
  }, [form, outcome])
  return useMemo(() => {
    if (!outcome || outcome.isDone) return outcome
    const left = inPageOrder(outcome.fields, Object.keys(outcome.values)).filter(([name]) => !names.includes(name))
    // Once everything is corrected, no notice says any more that something is wrong.
    return {
      ...outcome,
      fields: Object.fromEntries(left),
      notices: left.length === 0 && names.length > 0 ? [] : outcome.notices,
    }
  }, [outcome, names])
}

const none: readonly string[] = []

/** Returns the present content of a form by field; for a file, its name. */
function filledIn(form: HTMLFormElement): Filled {
  return new Map(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : value.name] as const),
  )
}

/**
 * Returns whether the value of a faulty field has been changed. Emptying a field does not count as a correction; in a row of
 * fields (a date and its times) another of its fields may be corrected instead.
 */
export function isCorrected(name: string, now: Filled, sent: Filled): boolean {
  const isOther = (field: string) => (now.get(field) ?? "") !== (sent.get(field) ?? "")
  const isFilled = (field: string) => (now.get(field) ?? "").trim() !== ""
  const within = [...now.keys()].filter((field) => field === name || field.startsWith(`${name}.`))
  if (within.some((field) => isOther(field) && isFilled(field))) return true
  const row = /^.+\.\d+\./.exec(name)?.[0]
  return row !== undefined && isFilled(name) && [...now.keys()].some((field) => field.startsWith(row) && isOther(field))
}

/** Sorts errors in the order of their fields in the form; those without a field come last. */
export function inPageOrder<Said>(errors: Record<string, Said>, order: readonly string[]): [string, Said][] {
  const place = (name: string) => order.findIndex((field) => field === name || field.startsWith(`${name}.`)) >>> 0
  return Object.entries(errors).toSorted(([a], [b]) => place(a) - place(b))
}
