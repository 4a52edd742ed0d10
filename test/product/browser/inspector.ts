import type { CDPSession, Page } from "playwright-core"

const inspectors = new WeakMap<Page, Promise<CDPSession>>()

/** Returns a page’s DevTools session, for what Playwright lacks. It lives as long as the page, with its settings. */
export function inspectorOf(page: Page): Promise<CDPSession> {
  const inspector = inspectors.get(page) ?? page.context().newCDPSession(page)
  inspectors.set(page, inspector)
  return inspector
}

const resized = new WeakSet<Page>()

/**
 * Resizes the window on an unchanged screen. Playwright would resize the screen with it, and everything would be drawn anew. The
 * page keeps this size wherever it goes, and is not reused by another visit (`isResized`).
 */
export async function resizes(page: Page, width: number, height: number) {
  resized.add(page)
  const inspector = await inspectorOf(page)
  const screen = { screenWidth: 1440, screenHeight: 900 }
  const asIs = { deviceScaleFactor: 1, mobile: false }
  await inspector.send("Emulation.setDeviceMetricsOverride", { width, height, ...screen, ...asIs })
}

/** Returns whether a page has a size that Playwright does not know of. */
export const isResized = (page: Page) => resized.has(page)
