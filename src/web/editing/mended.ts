import { type RefObject, useEffect, useMemo, useState } from "react"
import type { Outcome } from "./form.ts"

type Filled = ReadonlyMap<string, string>

/** What came of a form, its errors in the order of the page, without those that a person has mended since. */
export function useMended<Given>(
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
      const found = wrong.filter((name) => isMended(name, now, sent))
      setMended((before) =>
        before.of === outcome && before.names.join() === found.join() ? before : { of: outcome, names: found },
      )
    }
    // After React has heard of it: drawn anew before that, a field whose value is React's would get its former one back.
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
    // Once all is mended nothing says any more that something is wrong.
    return {
      ...outcome,
      fields: Object.fromEntries(left),
      notices: left.length === 0 && names.length > 0 ? [] : outcome.notices,
    }
  }, [outcome, names])
}

const none: readonly string[] = []

/** What stands in a form now, by field; of a file its name. */
function filledIn(form: HTMLFormElement): Filled {
  return new Map(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : value.name] as const),
  )
}

/**
 * Has what is wrong been changed into something else? Emptying a field mends nothing; in a row of fields (a date and its
 * hours) another of its fields may.
 */
export function isMended(name: string, now: Filled, sent: Filled): boolean {
  const isOther = (field: string) => (now.get(field) ?? "") !== (sent.get(field) ?? "")
  const isFilled = (field: string) => (now.get(field) ?? "").trim() !== ""
  const within = [...now.keys()].filter((field) => field === name || field.startsWith(`${name}.`))
  if (within.some((field) => isOther(field) && isFilled(field))) return true
  const row = /^.+\.\d+\./.exec(name)?.[0]
  return row !== undefined && isFilled(name) && [...now.keys()].some((field) => field.startsWith(row) && isOther(field))
}

/** Errors in the order in which their fields stand in the form; those of no field come last. */
export function inPageOrder<Said>(errors: Record<string, Said>, order: readonly string[]): [string, Said][] {
  const place = (name: string) => order.findIndex((field) => field === name || field.startsWith(`${name}.`)) >>> 0
  return Object.entries(errors).toSorted(([a], [b]) => place(a) - place(b))
}
