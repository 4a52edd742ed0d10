import { setTimeout as pause } from "node:timers/promises"
import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { givePage, somebody } from "../people/page-people.ts"
import { isCalm, listedEvents } from "../screens/screens.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

const server = await sharedServer()
const browser = await sharedBrowser()
const t = messagesIn("fr")
const events = await listedEvents(server.url)
const event = events.find((one) => isCalm(one) && one.status === "scheduled" && one.occurrences.length === 1)
if (!event) throw new Error("no event of one date")

/** Signs up an account with a published page to answer as, and opens a page of the site. */
async function visitor(path: string) {
  const person = await somebody(server)
  await givePage(person, { type: "person", fid: person.name, name: "Mirelle Aubanne" })
  const { page, close } = await visit(browser, { storageState: person.state })
  await arrive(page, server.url + path)
  return { ...person, page, close }
}

/**
 * Holds back the first write to an address until `letThrough`; records the methods in the order in which they go on to the
 * server: a second write that does not wait for the first is there before it.
 * @param address pattern of the requests’ URLs
 */
async function holdsFirst(page: Page, address: RegExp) {
  const { promise: isThrough, resolve } = Promise.withResolvers<void>()
  const wentOn: string[] = []
  let finished = 0
  let isHeld = false
  await page.route(address, async (route) => {
    const isFirst = !isHeld && route.request().method() !== "GET"
    if (isFirst) isHeld = true
    if (isFirst) await isThrough
    if (route.request().method() !== "GET") wentOn.push(route.request().method())
    await route.continue()
  })
  page.on("requestfinished", (request) => {
    if (address.test(request.url()) && request.method() !== "GET") finished++
  })
  const letThrough = async () => {
    await pause(500) // long enough for a second request sent in parallel to be answered
    resolve()
    await soon(() => finished).toBe(2)
  }
  return { wentOn, letThrough }
}

test("a later change to an answer is stored, however slow the request of the first answer is", async () => {
  const { page, ask, close } = await visitor(`/events/${event.id}`)
  const { letThrough } = await holdsFirst(page, /\/attendance\/$/)
  await page.locator("#answer label[data-v=confirmed]").click()
  await page.getByText(t("answers.options"), { exact: true }).click()
  await page.getByLabel(t("answers.answer_shown")).selectOption("public")
  await page.getByText(t("answers.seen_by_all")).waitFor()
  await letThrough()
  expect(await ask("GET", `/api/contents/events/${event.id}/attendance/`)).toMatchObject([
    { value: "confirmed", visibility: "public" },
  ])
  await close()
})

test("a removed star is not stored, however slow the request that set it is", async () => {
  const { page, ask, close } = await visitor("/")
  const star = page.locator(".row .star").first()
  const id = /\/events\/(\d+)/.exec((await star.getAttribute("href")) ?? "")?.[1]
  const { wentOn, letThrough } = await holdsFirst(page, /\/attendance\/(\?|$)/)
  for (const isOn of ["true", "false"]) {
    await star.click()
    await soon(() => star.getAttribute("aria-pressed")).toBe(isOn)
  }
  await letThrough()
  expect(wentOn).toEqual(["PUT", "DELETE"])
  expect(await ask("GET", `/api/contents/events/${id}/attendance/`)).toEqual([])
  await close()
})

test("an undone follow is not stored, however slow the request that set it is", async () => {
  const { page, ask, close } = await visitor("/actors/hangar")
  const { wentOn, letThrough } = await holdsFirst(page, /\/actors\/hangar\/follow\/$/)
  const follow = page.locator("main form[action*=follow] button").first()
  for (const isOn of ["true", "false"]) {
    await follow.click()
    await soon(() => follow.getAttribute("aria-pressed")).toBe(isOn)
  }
  await letThrough()
  expect(wentOn).toEqual(["PUT", "DELETE"])
  expect(await ask("GET", "/api/actors/hangar/")).toMatchObject({ is_followed: false })
  await close()
})

/** Holds back every write to an address, and answers them one by one as the caller decides. */
async function answersInTurn(page: Page, address: RegExp) {
  const held: ((isGood: boolean) => void)[] = []
  await page.route(address, async (route) => {
    if (route.request().method() === "GET") return route.continue()
    const isGood = await new Promise<boolean>((goOn) => held.push(goOn))
    await (isGood ? route.continue() : route.fulfill({ status: 500, json: { detail: "no" } }))
  })
  return async (...answers: boolean[]) => {
    for (const isGood of answers) {
      await soon(() => held.length).toBe(1)
      const isOver = page.waitForEvent("requestfinished", (one) => address.test(one.url()) && one.method() !== "GET")
      held.pop()?.(isGood)
      await isOver
    }
  }
}

/** Presses a button several times, answers the requests, and returns its state a while later. */
async function pressed(page: Page, button: Locator, { address, presses, answers }: Pressed) {
  const answer = await answersInTurn(page, address)
  for (const isOn of presses) {
    await button.click()
    await soon(() => button.getAttribute("aria-pressed")).toBe(isOn)
  }
  await answer(...answers)
  await pause(500)
  return button.getAttribute("aria-pressed")
}
type Pressed = { address: RegExp; presses: string[]; answers: boolean[] }

test("a star shows the stored state once all requests are answered, even if one failed", async () => {
  const { page, close } = await visitor("/")
  const presses = ["true", "false", "true"]
  // The second press writes nothing: after the failed first request no answer is stored that could be withdrawn.
  const of = { address: /\/attendance\/(\?|$)/, presses, answers: [false, true] }
  expect(await pressed(page, page.locator(".row .star").first(), of)).toBe("true")
  await close()
})

test.each([
  { presses: ["true", "false"], answers: [false, false], stored: "false" },
  { presses: ["true", "false", "true"], answers: [false, true, true], stored: "true" },
])(
  "a follow shows the stored state once the requests of the presses $presses are answered, even if some failed",
  async ({ stored, ...of }) => {
    const { page, close } = await visitor("/actors/rhizome")
    const follow = page.locator("main form[action*=follow] button").first()
    expect(await pressed(page, follow, { ...of, address: /\/actors\/rhizome\/follow\/$/ })).toBe(stored)
    await close()
  },
)
