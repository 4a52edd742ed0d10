import type { ChangedFields } from "./change.ts"

const longest = 500
/** Why moderators decided something: it is mailed from what is written down. */
const whole = new Set(["reason"])
/** What follows from other things, or from who looks. */
const derived = new Set(
  `url handle updated version next my_attendance attendance_counts is_followed notify tell is_managed my_relation may confirmations
   contents distance channels is_claimable hidden sequence`.split(/\s+/),
)

/** The fields in which two representations of one thing differ. */
export function differences(before: object, after: object): ChangedFields {
  const fields: ChangedFields = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (derived.has(name)) continue
    const pair = [before, after].map((one) => (one as Record<string, unknown>)[name] ?? null)
    const [was, is] = pair.map((value) => JSON.stringify(value)) as [string, string]
    const isLong = was.length + is.length > longest && !whole.has(name)
    if (was !== is) fields[name] = isLong ? [] : (pair as [unknown, unknown])
  }
  return fields
}
