import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { RunningServer } from "../server.ts"
import { openBrowser } from "./browser.ts"
import { ownServer } from "./own-server.ts"
import { somebodysScreens } from "./personal-screens.ts"
import { isOfEvents } from "./screens.ts"
import { examines } from "./walking.ts"

let server: RunningServer
let browser: Browser
beforeAll(async () => {
  server = await ownServer()
  browser = await openBrowser("shell")
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

test(
  "every personal screen about events is right in French, fits, and axe finds nothing: phones and wide, dark and light",
  { timeout: 900_000 },
  async () => {
    const here = await somebodysScreens(server)
    const screens = here.screens.filter(isOfEvents)
    expect(screens.length).toBeGreaterThan(10)
    expect(await examines(browser, { ...here, screens })).toEqual([])
  },
)
