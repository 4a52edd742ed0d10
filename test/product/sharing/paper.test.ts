import type { Page } from "playwright-core"
import { beforeAll, expect, inject, test } from "vitest"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { isCalm, type Listed, listedEvents } from "../screens/screens.ts"

// Printed sheets: posters of events, weeks of venues.

const siteUrl = inject("siteUrl")
const browser = await sharedBrowser()
let events: Listed[]
let event: Listed
beforeAll(async () => {
  events = await listedEvents(siteUrl)
  event = events.find((one) => one.place && isCalm(one)) as Listed
})

const papers = { a4: [595, 842], a5: [420, 595], a6: [298, 420] } as const

/** Returns the pages of a PDF with the size of each, in points. */
async function printed(page: Page) {
  const text = (await page.pdf({ preferCSSPageSize: true })).toString("latin1")
  return [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ])
}

/** Returns the boxes of the sheet whose content overflows them in print. */
const cut = (page: Page) =>
  page.evaluate(() =>
    [".leaf", ".leaf__foot", ".leaf__facts", ".week__days"].flatMap((name) => {
      const box = document.querySelector(name)
      if (!box) return []
      const over = Math.max(box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth)
      return over > 1 ? [`${name} by ${over}`] : []
    }),
  )

test.each(Object.entries(papers))("an event's flyer prints on one page of %s", async (paper, size) => {
  const { page, troubles, close } = await visit(browser)
  await arrive(page, `${siteUrl}/events/${event.id}/print?size=${paper}`)
  const pages = await printed(page)
  expect(pages).toHaveLength(1)
  const [width = 0, height = 0] = pages[0] ?? []
  expect(Math.abs(width - size[0])).toBeLessThanOrEqual(1)
  expect(Math.abs(height - size[1])).toBeLessThanOrEqual(1)
  expect(troubles).toEqual([])
  await close()
})

test("flyers cut off no text, on A6 and A4", async () => {
  const { page, close } = await visit(browser)
  await page.emulateMedia({ media: "print" })
  const lost: string[] = []
  // The events with the longest titles, and those that were cancelled or changed.
  const said = events.toSorted((a, b) => JSON.stringify(b.title).length - JSON.stringify(a.title).length)
  const happened = events.filter(({ status }) => status !== "scheduled")
  for (const { id } of new Set([...said.slice(0, 8), ...happened.slice(0, 4), ...events.slice(0, 4)])) {
    for (const paper of ["a6", "a4"]) {
      await page.goto(`${siteUrl}/events/${id}/print?size=${paper}`, { waitUntil: "load" })
      for (const one of await cut(page)) lost.push(`${id} ${paper}: ${one}`)
    }
  }
  expect(lost).toEqual([])
  await close()
})

test("weeks of venues print on one page of A4 each, and cut off no text", async () => {
  const { page, close } = await visit(browser)
  const houses = [...new Set(events.flatMap(({ place }) => place?.fid ?? []))].slice(0, 8)
  const lost: string[] = []
  for (const fid of houses) {
    await page.goto(`${siteUrl}/actors/${fid}/week`, { waitUntil: "load" })
    await page.emulateMedia({ media: "print" })
    for (const one of await cut(page)) lost.push(`${fid}: ${one}`)
    const pages = await printed(page)
    if (String(pages) !== String(papers.a4)) lost.push(`${fid}: printed on ${pages.join(" and ")}`)
  }
  expect(houses.length).toBeGreaterThan(3)
  expect(lost).toEqual([])
  await close()
})
