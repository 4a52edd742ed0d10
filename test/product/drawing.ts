import type { Page } from "playwright-core"

declare global {
  interface Window {
    /** While it is on, nothing of the document is drawn. */
    undrawn?: CSSStyleSheet
  }
}

/**
 * To run in each document: on the screen it is laid out, scrolled, pressed and typed into as always, but not drawn. Drawing is
 * a third of what a browser does for a test (26.6 CPU seconds of five tests of accounts, 17.7 without), of which nobody sees
 * the picture. Whoever does says so (`isDrawn`); axe is told that it is drawn (`axe.ts`).
 */
export function drawsNothing() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync("@media screen { html { opacity: 0 } }")
  document.adoptedStyleSheets.push(sheet)
  window.undrawn = sheet
}

/** Whether the browser draws what the page shows now, also in its frames. */
export async function isDrawn(page: Page, isSo: boolean) {
  for (const frame of page.frames())
    await frame.evaluate((wanted) => void (window.undrawn && (window.undrawn.disabled = wanted)), isSo)
}
