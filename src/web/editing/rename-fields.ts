import { data } from "react-router"
import { failureOf } from "../api/problems.ts"

/** Rethrows the error of a call, with the API's field names replaced by the form's. */
export function renameFields(error: unknown, nameOf: (field: string) => string): never {
  const failure = failureOf(error)
  if (!failure || failure.status !== 400) throw error
  const fields = Object.fromEntries(Object.entries(failure.said.fields).map(([name, said]) => [nameOf(name), said]))
  throw data({ ...failure.said, fields }, { status: failure.status })
}
