import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { frozen } from "#lib/frozen.ts"
import { fromDocument, intoDocument } from "./document-data.tsx"
import { onceFor } from "./once-for.ts"

const Page = fromDocument(({ loaderData }: { loaderData: object }) => <p>{Object.keys(loaderData).length}</p>)

/** Returns what the browser reads of a page made from `data`. */
function carried(data: object) {
  const html = renderToString(<Page loaderData={intoDocument(data) as object} />)
  const [, text = ""] = /<script id="page-data" type="application\/json">(.*)<\/script>$/.exec(html) ?? []
  return { text, data: JSON.parse(text) }
}

test("page data is embedded as escaped JSON and read back unchanged", () => {
  const list = frozen([{ title: "</script><script>alert(1)</script>" }, { title: "a\u2028b" }])
  const data = { list, total: 2, hasMore: false, day: "2026-11-22", nothing: null, left: undefined, query: { q: "<" } }
  for (let times = 0; times < 2; times++) {
    const { text, data: read } = carried(data)
    expect(read).toEqual({ ...data, left: undefined })
    expect(text).not.toMatch(/[<\u2028]/)
  }
})

test("mutable data is serialised each time, and onceFor caches results for frozen values only", () => {
  const query = { q: "a" }
  expect(carried({ query }).data).toEqual({ query: { q: "a" } })
  query.q = "b"
  expect(carried({ query }).data).toEqual({ query: { q: "b" } })

  let made = 0
  const sizeOf = onceFor((list: readonly object[]) => ++made && list.length)
  const list = [{}]
  expect([sizeOf(list), sizeOf(list), made]).toEqual([1, 1, 2])
  frozen(list)
  expect([sizeOf(list), sizeOf(list), made]).toEqual([1, 1, 3])
})
