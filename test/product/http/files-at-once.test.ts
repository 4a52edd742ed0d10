import { expect, test } from "vitest"
import { arrive, settled, sharedBrowser, visit } from "../browser/browser.ts"
import { listedEvents } from "../screens/screens.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

const { url: site } = await sharedServer()
const browser = await sharedBrowser()

test("a navigation requests all script files of the next page in parallel", async () => {
  const [event] = await listedEvents(site)
  const { page, troubles, close } = await visit(browser)
  const asked: string[] = []
  page.on("request", (request) => asked.push(new URL(request.url()).pathname))
  const isAsked = (name: string) => asked.some((file) => file.startsWith(`/assets/${name}-`) && file.endsWith(".js"))
  await arrive(page, `${site}/events`)
  await soon(() => isAsked("read-ahead")).toBe(true)
  await settled(page)

  // The first file is held back, so that the names of the others cannot be learned from it.
  let goOn = () => {}
  const isFree = new Promise<void>((resolve) => (goOn = resolve))
  await page.route(/\/assets\/show-[^/]+\.js$/, async (route) => {
    await isFree
    await route.continue()
  })
  await page
    .locator(`main a[href$="/events/${event?.id}"]`)
    .first()
    .evaluate((link: HTMLElement) => link.click())
  for (const name of ["show", "event", "events.fr"]) await soon(() => isAsked(name), name).toBe(true)
  goOn()
  await page.waitForURL(`${site}/events/${event?.id}`)
  expect(troubles).toEqual([])
  await close()
})
