import { afterAll, beforeAll, expect, test } from "vitest"
import type { z } from "@hono/zod-openapi"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { testSite } from "#test/worlds/visitor.ts"

let own: TestDatabase
let leaves: { name: string; schema: z.ZodType }[]
beforeAll(async () => {
  own = await testDatabase()
  const { api } = testSite(own.db)
  leaves = api.openAPIRegistry.definitions.flatMap((one) => {
    if (one.type !== "route") return []
    const content = (one.route.request?.body?.content["application/json"] as { schema?: unknown } | undefined)?.schema
    return content ? leavesOf(content as Node, `${one.route.method} ${one.route.path}`) : []
  })
})
afterAll(() => own.drop())

type Node = z.ZodType & {
  shape?: Record<string, Node>
  element?: Node
  def: { type: string; in?: Node; innerType?: Node; options?: Node[] }
}

/** Lists the text fields of a body, whatever they are wrapped in. */
function leavesOf(schema: Node, name: string, whole: Node = schema): { name: string; schema: z.ZodType }[] {
  if (schema.shape) return Object.entries(schema.shape).flatMap(([key, one]) => leavesOf(one, `${name} ${key}`))
  if (schema.def.type === "array" && schema.element) return leavesOf(schema.element, name)
  if (schema.def.options) return schema.def.options.flatMap((one) => leavesOf(one, name, whole))
  const inner = schema.def.in ?? schema.def.innerType
  if (inner) return leavesOf(inner, name, whole)
  return schema.def.type === "string" ? [{ name, schema: whole }] : []
}

/** Texts of several lines, and strings that are not text: passwords, times, names in addresses. */
const ofSeveralLines =
  /(summary|description|chapters|transcript|biography|message|text|reason|answer|recurrence|value|password|token|captcha|code|confirm|fid|email|username|actor|identity|place|parent|uid|slug|content|timezone|dates|start|end|doors|publish_at|organizers)( (fr|en|nl))?$/

test("no single-line text field of the API lets a line break through", () => {
  expect(leaves.length).toBeGreaterThan(60)
  expect(leaves.filter(({ name }) => / (title|name|label|role|street|subject)( |$)/.test(name)).length).toBeGreaterThan(
    10,
  )
  const broken = leaves.filter(({ name, schema }) => {
    if (ofSeveralLines.test(name)) return false
    const read = schema.safeParse("un\r\ndeux")
    return read.success && typeof read.data === "string" && /[\r\n]/.test(read.data)
  })
  expect(broken.map(({ name }) => name)).toEqual([])
})

test("no single-line text field of the API lets a character through that reverses what follows", () => {
  const reversed = leaves.filter(({ name, schema }) => {
    if (ofSeveralLines.test(name)) return false
    const read = schema.safeParse("un \u202Edeux\u2066")
    return read.success && typeof read.data === "string" && /[\u202A-\u202E\u2066-\u2069]/.test(read.data)
  })
  expect(reversed.map(({ name }) => name)).toEqual([])
})
