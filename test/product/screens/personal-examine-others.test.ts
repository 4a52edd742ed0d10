import { expect, test } from "vitest"
import { sharedBrowser } from "../browser/browser.ts"
import { operatorsScreens, somebodysScreens } from "./personal-screens.ts"
import { isOfEvents } from "./screens.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { examines } from "./walking.ts"

const server = await sharedServer()
const browser = await sharedBrowser()

test(
  "every other personal or operator's screen is complete in French, fits every width and passes axe in both modes",
  { timeout: 900_000 },
  async () => {
    const here = await somebodysScreens(server)
    const screens = here.screens.filter((screen) => !isOfEvents(screen))
    expect(screens.length).toBeGreaterThan(10)
    expect(await examines(browser, { ...here, screens })).toEqual([])
    expect(await examines(browser, await operatorsScreens(server))).toEqual([])
  },
)
