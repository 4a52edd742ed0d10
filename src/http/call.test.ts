import { createRoute, z } from "@hono/zod-openapi"
import { expect, test } from "vitest"
import { ok } from "./answers.ts"
import { apiApp } from "./api-app.ts"
import { call, perAccount, signInRefusal, acceptsFile } from "./call.ts"
import { limits } from "./limits/limits.ts"

const shape = { summary: "One", responses: ok(z.object({ count: z.number() }), "One.") }
const read = call({ method: "get", path: "/api/one/", rights: "anyone", scope: "read", ...shape })

test("the compiler rejects calls without rights or scope, shared writes and undeclared responses", () => {
  // @ts-expect-error Nothing says who may.
  call({ method: "get", path: "/api/one/", scope: "read", ...shape })
  // @ts-expect-error Nothing says what a token needs.
  call({ method: "get", path: "/api/one/", rights: "anyone", ...shape })
  // @ts-expect-error What is written is never given to others.
  call({ method: "post", path: "/api/one/", rights: "user", scope: "write", cache: "shared", ...shape })
  // @ts-expect-error Not described by `call`.
  apiApp().openapi(createRoute({ method: "get", path: "/api/one/", ...shape }), (c) => c.json({ count: 1 }, 200))
  // @ts-expect-error A text where a number is stated.
  apiApp().openapi(read, (c) => c.json({ count: "one" }, 200))
  // @ts-expect-error A status that is not stated.
  apiApp().openapi(read, (c) => c.json({ count: 1 }, 201))

  const part = apiApp().openapi(read, (c) => c.json({ count: 1 }, 200))
  expect(part.described).toEqual([read])
})

test("a call is not cached by default, and its rights say how a visitor is refused", () => {
  expect("cache" in read).toBe(false)
  const write = call({
    method: "post",
    path: "/api/one/",
    rights: "user",
    scope: "write",
    limit: perAccount(limits.confirm),
    ...shape,
  })
  expect(signInRefusal(write)).toBe("sign_in_needed")
  expect(signInRefusal({ ...write, rights: { user: "followed_needs_login" } })).toBe("followed_needs_login")
  expect(signInRefusal({ ...write, rights: { action: "create_page" } })).toBe("sign_in_needed")
  expect(signInRefusal({ ...write, rights: { action: "edit", of: "page" } })).toBeUndefined()
  expect(signInRefusal(read)).toBeUndefined()
  expect(acceptsFile(write)).toBe(false)
})
