import { expect, test } from "vitest"
import { failureOf } from "../api/problems.ts"
import { renameFields } from "./rename-fields.ts"

test("renameFields renames the fields of a failure and passes other errors on", () => {
  const failed = { type: "DataWithResponseInit", data: { fields: { "rooms.0.name": ["vide"] } }, init: { status: 400 } }
  let thrown: unknown
  try {
    renameFields(failed, (name) => name.replace("0", "7"))
  } catch (error) {
    thrown = error
  }
  expect(failureOf(thrown)?.said.fields).toEqual({ "rooms.7.name": ["vide"] })
  const bug = new Error("bug")
  expect(() => renameFields(bug, String)).toThrow(bug)
})
