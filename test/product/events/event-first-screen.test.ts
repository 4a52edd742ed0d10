import type { Locator } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { drawnImage } from "../../files.ts"
import { givesBief, makesEvent } from "../people/bief.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"

const year = new Date().getFullYear() + 1
const sentence =
  "Rencontre autour de l’exposition des machinistes, lecture à voix haute de leurs carnets de nuit, puis visite des cintres et des dessous du vieux théâtre !"
const titles = [20, 97, 149].map((length) =>
  [...sentence]
    .slice(0, length - 1)
    .join("")
    .trimEnd()
    .padEnd(length, "!"),
)
const screens = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

const server = await sharedServer()
const browser = await sharedBrowser()
let owner: Person
beforeAll(async () => {
  owner = await somebody(server)
  await givesBief(owner)
})

/** Uploads an image for an event that is created afterwards. */
async function picture(width: number, height: number): Promise<number> {
  const form = new FormData()
  form.set("file", new File([await drawnImage(width, height)], "Affiche.jpg"))
  return (await owner.ask("POST", "/api/documents/", form)).id
}

test.each([
  ["without an image of its own", undefined],
  ["with an upright image", [900, 1300]],
  ["with a wide image", [1600, 900]],
] as const)(
  "an event %s shows its day, hour and venue on the first screen, however long its title is",
  { timeout: 240_000 },
  async (_, size) => {
    for (const title of titles) {
      const images = size ? [{ document: await picture(size[0], size[1]), alt: "Une affiche" }] : []
      const { id } = await makesEvent(owner, title, `${year}-03-20T20:30`, { images, workflow: "published" })
      // On a phone, a signed-in reader also has the answer bar.
      for (const storageState of [undefined, owner.state]) {
        const { page, troubles, close } = await visit(browser, storageState && { storageState })
        await arrive(page, `${server.url}/events/${id}`)
        for (const viewport of screens) {
          await page.setViewportSize(viewport)
          if (viewport.width < 768) await page.locator(".tabbar").waitFor()
          const lid = await lowest(page.locator(".tabbar, .sticky-cta"), viewport.height)
          const head = page.locator(size ? ".bill-head" : ".event__poster .poster__txt")
          for (const words of ["20 mars", "20:30", "Théâtre du Bief"]) {
            const told = await head.getByText(words).boundingBox()
            const where = `${words}, ${title.length} characters at ${viewport.width}`
            expect(told?.y, where).toBeGreaterThan(0)
            expect((told?.y ?? 0) + (told?.height ?? 0), where).toBeLessThanOrEqual(lid)
            expect((told?.x ?? 0) + (told?.width ?? 0), where).toBeLessThanOrEqual(viewport.width)
          }
        }
        expect(troubles).toEqual([])
        await close()
      }
    }
  },
)

/** Returns the bottom of the visible area: the top of the highest bar over the foot of the screen. */
async function lowest(bars: Locator, height: number): Promise<number> {
  // Measured in a single call, because the answer bar comes and goes.
  const tops = await bars.evaluateAll((all) =>
    all.map((bar) => bar.getBoundingClientRect()).flatMap(({ top, height }) => (height > 0 ? [top] : [])),
  )
  return Math.min(height, ...tops)
}
