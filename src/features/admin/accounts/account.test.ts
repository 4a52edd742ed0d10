import { expect, test } from "vitest"
import { changeOfRoles } from "./account.ts"

test.each([
  [[], [], {}],
  [["admin"], ["admin"], {}],
  [[], ["admin"], { is_admin: true }],
  [["moderator", "admin"], ["admin"], { is_moderator: false }],
  [["moderator"], ["admin"], { is_moderator: false, is_admin: true }],
])("changeOfRoles from %j to %j contains only the difference", (shown, chosen, change) => {
  expect(changeOfRoles(shown, chosen)).toEqual(change)
})
