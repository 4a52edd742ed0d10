import { expect, test } from "vitest"
import type { Actor } from "./actor.ts"
import { relativesOf } from "./relatives.ts"

const relation = (relation: string, fid: string, type: string) =>
  ({ relation, actor: { fid, type, name: fid, url: "" } }) as Actor["relations"][number]

test("relativesOf groups pages as members, groups and partners, and lists each page once", () => {
  const told = relativesOf([
    relation("group", "odalys", "person"),
    relation("member", "quairouge", "place"),
    relation("partner", "seuils", "group"),
    relation("partner", "seuils", "group"),
  ])
  expect(told.map(({ title, actors }) => [title, actors.map(({ fid }) => fid)])).toEqual([
    ["member", ["odalys"]],
    ["group", ["quairouge"]],
    ["partner", ["seuils"]],
  ])
})
