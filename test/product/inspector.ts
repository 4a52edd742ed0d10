import type { CDPSession, Page } from "playwright-core"

const inspectors = new WeakMap<Page, Promise<CDPSession>>()

/** What asks chromium itself about a page, for what Playwright has no words for. It stays, with what it was told, as long as the page. */
export function inspectorOf(page: Page): Promise<CDPSession> {
  const inspector = inspectors.get(page) ?? page.context().newCDPSession(page)
  inspectors.set(page, inspector)
  return inspector
}

const resized = new WeakSet<Page>()

/**
 * Another window on the same screen. To Playwright a window is its screen: of that size everything is drawn anew. The page has
 * this size wherever it goes, and is nobody else's afterwards (`isResized`).
 */
export async function resizes(page: Page, width: number, height: number) {
  resized.add(page)
  const inspector = await inspectorOf(page)
  const screen = { screenWidth: 1440, screenHeight: 900 }
  const asIs = { deviceScaleFactor: 1, mobile: false }
  await inspector.send("Emulation.setDeviceMetricsOverride", { width, height, ...screen, ...asIs })
}

/** Has it a size that Playwright knows nothing of? */
export const isResized = (page: Page) => resized.has(page)
