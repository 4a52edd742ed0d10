import type { CDPSession, Page } from "playwright-core"

const inspectors = new WeakMap<Page, Promise<CDPSession>>()

/** What asks chromium itself about a page, for what Playwright has no words for. It stays, with what it was told, as long as the page. */
export function inspectorOf(page: Page): Promise<CDPSession> {
  const inspector = inspectors.get(page) ?? page.context().newCDPSession(page)
  inspectors.set(page, inspector)
  return inspector
}
