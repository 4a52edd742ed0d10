import type { ChangedFields } from "./change.ts"

const longest = 500
/** Fields that are stored in full: a moderator's reason is mailed from the log. */
const whole = new Set(["reason"])
/** Fields that depend on other data or on the viewer. */
const derived = new Set(
  `url handle updated version next my_attendance attendance_counts is_followed notify tell is_managed my_relation may confirmations
   contents distance channels is_claimable hidden sequence`.split(/\s+/),
)

/** Returns the fields in which two representations of one subject differ. */
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
