import { mkdirSync, writeFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { givesBief, makesEvent } from "../people/bief.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

// An event on paper: its poster, and its page printed as it is. Always one sheet of A4, however long its text.

const year = new Date().getFullYear() + 1
const seen = process.env.SEE_PAPER
const server = await sharedServer()
const browser = await sharedBrowser()
let owner: Person
beforeAll(async () => {
  owner = await somebody(server)
  await givesBief(owner)
})

const title = "Nocturne pour six radiateurs, deux harmoniums et une cage d’escalier, ".repeat(3).slice(0, 150)
const paragraph =
  "Quatre machinistes répètent en secret une pièce que personne n’a commandée, l’été, la nuit, dans un théâtre promis à la démolition. "
const longText = { fr: `<p>${paragraph.repeat(5)}</p>`.repeat(8) }
const dates = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    start: `${year}-05-${String(nth + 1).padStart(2, "0")}T20:30`,
    end: `${year}-05-${String(nth + 1).padStart(2, "0")}T22:15`,
  }))
const lineup = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ name: `Odalys Brème ${nth + 1}`, role: "Texte et mise en scène" }))
const much = {
  lineup: lineup(12),
  summary: { fr: paragraph.repeat(3) },
  prices: [
    { amount: 14, label: "Plein tarif" },
    { amount: 8, label: "Tarif réduit" },
  ],
}
const off = {
  status: "cancelled",
  status_reason: `Une interprète s’est blessée. ${"Les billets sont remboursés par le théâtre. ".repeat(9)}`.slice(
    0,
    400,
  ),
}

const kinds: [name: string, said: { title?: string; [more: string]: unknown }][] = [
  ["one date, few words", { description: { fr: "<p>Une soirée.</p>" } }],
  ["one date, a long text", { description: longText, lineup: lineup(5) }],
  ["eight dates", { occurrences: dates(8), description: { fr: `<p>${paragraph.repeat(2)}</p>` }, lineup: lineup(4) }],
  [
    "eight dates, a title of 150 signs, a long text and a dozen names",
    { title, occurrences: dates(8), description: longText, ...much },
  ],
  ["cancelled, with all of it", { title, occurrences: dates(8), description: longText, ...much, ...off }],
  ["eleven dates", { occurrences: dates(11), description: longText }],
  ["a list of many short lines", { description: { fr: `<ul>${"<li>Une chanson</li>".repeat(90)}</ul>` }, ...much }],
  ["a title of 300 signs", { title: title + title, occurrences: dates(8), description: longText, ...much, ...off }],
]

test.each(kinds)(
  "the page of an event with %s prints on one A4 sheet and says what it leaves out",
  async (name, { title: named, ...said }) => {
    const id = await made(named ?? "L’été des géantes", said)
    const { page, close } = await visit(browser, { viewport: { width: 1280, height: 900 } })
    await arrive(page, `${server.url}/events/${id}`)
    await soon(() =>
      page.evaluate(() => document.querySelector<HTMLImageElement>(".print-foot img")?.naturalWidth ?? 0),
    ).toBeGreaterThan(0)
    for (const colorScheme of ["dark", "light"] as const) {
      await page.evaluate((isDark) => document.documentElement.classList.toggle("dark", isDark), colorScheme === "dark")
      // As wide as the sheet between its margins.
      await page.setViewportSize({ width: 688, height: 1024 })
      await page.emulateMedia({ media: "print" })
      expect(await cutOff(page), name).toEqual([])
      expect(await pale(page), name).toEqual([])
      const pdf = await page.pdf({ preferCSSPageSize: true })
      if (seen && colorScheme === "dark") {
        mkdirSync("/tmp/paper", { recursive: true })
        writeFileSync(`/tmp/paper/${name.replaceAll(/\W+/g, "-")}.pdf`, pdf)
      }
      expect(sheets(pdf), name).toEqual([[595, 842]])
      const words = (await page.locator(".event__sheet").innerText()).replaceAll(/\s+/g, " ")
      for (const one of saidThere(name, said)) expect(words, name).toMatch(one)
      await page.emulateMedia({ media: "screen" })
      await page.setViewportSize({ width: 1280, height: 900 })
    }
    await close()
  },
)

test.each([1, 8, 11])(
  "an event's flyer with %s dates prints on one A4 sheet and counts the dates it leaves out",
  async (count) => {
    const id = await made(title, { occurrences: dates(count), description: longText, ...much })
    const { page, close } = await visit(browser)
    await arrive(page, `${server.url}/events/${id}/print?size=a4`)
    await page.emulateMedia({ media: "print" })
    expect(sheets(await page.pdf({ preferCSSPageSize: true }))).toEqual([[595, 842]])
    expect(await page.locator(".leaf__when").innerText()).toMatch(
      count === 1 ? /^(?!.*date)/ : new RegExp(`${count - 1} autres? dates?`),
    )
    await close()
  },
)

test("an event page with its dates unfolded still prints on one sheet", async () => {
  const id = await made("L’été des géantes", { occurrences: dates(28), description: longText, ...much })
  const { page, close } = await visit(browser)
  await arrive(page, `${server.url}/events/${id}`)
  await page.locator("#dates summary").first().click()
  expect(sheets(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1)
  await close()
})

/** Returns the texts that the sheet of an event must contain beside the usual ones. */
function saidThere(name: string, said: { [field: string]: unknown }): RegExp[] {
  return [
    said.description === longText ? /La suite du texte est à l’adresse de cette page/ : /^/,
    name === "one date, few words" ? /^(?!.*La suite du texte)/ : /^/,
    name === "eleven dates" ? /3 autres dates/ : /^/,
    said.lineup === much.lineup ? /et 5 autres/ : /^/,
    said.status ? /Cet événement est annulé\..*Une interprète s’est blessée/ : /^/,
  ]
}

async function made(named: string, said: object) {
  const { status, status_reason, ...rest } = said as { status?: string; status_reason?: string }
  const { id } = await makesEvent(owner, named, `${year}-05-01T20:30`, {
    workflow: "published",
    ...("occurrences" in rest ? { start: undefined } : {}),
    ...rest,
  })
  if (status) await owner.ask("PATCH", `/api/contents/events/${id}/`, { status, status_reason })
  return id
}

/** Returns the pages of a PDF by their size in points. */
function sheets(pdf: Buffer) {
  return [...pdf.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ])
}

/** Returns the parts of the sheet that overflow, leave it, or overlap one another. */
function cutOff(page: Page) {
  return page.evaluate(() => {
    const found: string[] = []
    for (const name of [".event__sheet", ".event__body", ".event__text", ".facts"])
      for (const box of document.querySelectorAll<HTMLElement>(name)) {
        const over = box.scrollHeight - box.clientHeight
        if (over > 2) found.push(`${name} by ${over}`)
      }
    const sheet = document.querySelector(".event__sheet")!.getBoundingClientRect()
    const parts = [
      ".event__state",
      ".event__poster",
      ".event__head",
      ".event__text",
      "#dates",
      ".credits--event",
      ".facts",
      ".print-foot",
    ].flatMap((name) =>
      [...document.querySelectorAll<HTMLElement>(name)]
        .filter((one) => one.offsetHeight > 0)
        .map((one) => [name, one.getBoundingClientRect()] as const),
    )
    for (const [name, box] of parts) {
      if (box.bottom > sheet.bottom + 1 || box.right > sheet.right + 2) found.push(`${name} leaves the sheet`)
      for (const [other, its] of parts) {
        const across = Math.min(box.right, its.right) - Math.max(box.left, its.left)
        const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top)
        if (name < other && across > 2 && down > 2) found.push(`${name} lies on ${other}`)
      }
    }
    if (!parts.some(([name]) => name === ".print-foot")) found.push("the address is missing")
    return found
  })
}

/** Returns the texts that are not dark ink on white. */
function pale(page: Page) {
  return page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!
    const luminance = (colour: string) => {
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data
      return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255
    }
    const walker = document.createTreeWalker(document.querySelector(".event__sheet")!, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const box = node.parentElement!
      if (!node.textContent?.trim() || box.closest(".poster") || !box.checkVisibility() || box.offsetHeight === 0)
        continue
      if (luminance(getComputedStyle(box).color) > 0.35) found.push(node.textContent.slice(0, 40))
    }
    const note = document.querySelector(".event__state .note")
    if (note && getComputedStyle(note).backgroundColor !== "rgba(0, 0, 0, 0)") found.push("the note has a ground")
    return found
  })
}
