import { beforeAll, expect, test } from "vitest"
import { sharedBrowser } from "../browser/browser.ts"
import { operatorsScreens, somebodysScreens } from "./personal-screens.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { prefixes, reads, walks } from "./walking.ts"

// The screens for signed-in people, walked as walk.test.ts walks the public ones.

const server = await sharedServer()
const browser = await sharedBrowser()
let here: Awaited<ReturnType<typeof somebodysScreens>>
let operator: typeof here
beforeAll(async () => {
  here = await somebodysScreens(server)
  operator = await operatorsScreens(server)
})

// In French each of them is hydrated in personal-examine-events.test.ts and personal-examine-others.test.ts.
test("personal screens with many dates hydrate in Dutch without errors", { timeout: 600_000 }, async () => {
  const screens = here.screens.filter(({ path }) => /^\/(me|events\/new|events\/(manage|edit)\/\d+)$/.test(path))
  expect(screens.length).toBeGreaterThan(4)
  expect(await walks(browser, { ...here, screens, hasScript: true, prefix: "/nl", language: "nl" })).toEqual([])
})

test(
  "every personal screen is complete as HTML alone, and in a browser without script",
  { timeout: 600_000 },
  async () => {
    const inFrench = { prefix: "", language: "fr" }
    const { faults, different } = await reads({ ...here, ...inFrench })
    expect([...faults, ...(await reads({ ...operator, ...inFrench })).faults]).toEqual([])
    expect(different.length).toBeGreaterThan(10)
    expect(await walks(browser, { ...here, ...inFrench, screens: different, hasScript: false })).toEqual([])
  },
)

test.each(prefixes.slice(1))(
  "every personal screen under “$prefix/” is complete as HTML alone, in $language",
  async (where) =>
    expect([
      ...(await reads({ ...here, ...where })).faults,
      ...(await reads({ ...operator, ...where })).faults,
    ]).toEqual([]),
)
