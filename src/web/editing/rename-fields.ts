import { data } from "react-router"
import { failureOf } from "../problems.ts"

/** Throws on what a call threw, its fields called as the form calls them. */
export function renameFields(error: unknown, nameOf: (field: string) => string): never {
  const failure = failureOf(error)
  if (!failure || failure.status !== 400) throw error
  const fields = Object.fromEntries(Object.entries(failure.said.fields).map(([name, said]) => [nameOf(name), said]))
  throw data({ ...failure.said, fields }, { status: failure.status })
}
