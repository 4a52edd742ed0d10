import { expect, inject, test } from "vitest"
import { sharedBrowser } from "../browser/browser.ts"
import { isOfEvents, lookingDifferent, screens } from "./screens.ts"
import { examines } from "./walking.ts"

const site = inject("siteUrl")
const browser = await sharedBrowser()

test(
  "every other public screen is complete in French, fits every width and passes axe in both modes",
  { timeout: 900_000 },
  async () => {
    const seen = lookingDifferent(await screens(site)).filter((screen) => !isOfEvents(screen))
    expect(await examines(browser, { site, screens: seen })).toEqual([])
  },
)
