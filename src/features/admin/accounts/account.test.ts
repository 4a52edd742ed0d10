import { expect, test } from "vitest"
import { changeOfRoles } from "./account.ts"

test.each([
  [[], [], {}],
  [["admin"], ["admin"], {}],
  [[], ["admin"], { is_admin: true }],
  [["moderator", "admin"], ["admin"], { is_moderator: false }],
  [["moderator"], ["admin"], { is_moderator: false, is_admin: true }],
])("of roles that were shown as %j and chosen as %j only what is different is sent", (shown, chosen, change) => {
  expect(changeOfRoles(shown, chosen)).toEqual(change)
})
