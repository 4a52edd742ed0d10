import type { Browser, Page } from "playwright-core"
import { expect } from "vitest"
import { settled } from "./browser.ts"

type TraceEvent = { name: string; args: { elementCount?: number } }

/** Counts the elements that the browser restyles when one is added before the others of a page. */
export async function countRestyledElements(browser: Browser, page: Page): Promise<number> {
  await settled(page)
  await browser.startTracing(page, { categories: ["devtools.timeline"] })
  await page.evaluate(() => {
    document.body.prepend(document.createElement("p"))
    void document.body.offsetHeight
  })
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const styled = trace.traceEvents.filter(({ name }) => name === "UpdateLayoutTree")
  expect(styled.length).toBeGreaterThan(0)
  return styled.reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0)
}
