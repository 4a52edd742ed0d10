import type { Page } from "playwright-core"

declare global {
  interface Window {
    /** While enabled, nothing of the document is drawn. */
    undrawn?: CSSStyleSheet
  }
}

/**
 * Runs in each document: on the screen it is laid out, scrolled, pressed and typed into as always, but not drawn. Drawing is a
 * third of a browser’s work in a test (26.6 CPU seconds for five tests of accounts, 17.7 without), and nobody sees the picture. A
 * test that needs it calls `isDrawn`; axe is led to believe that it is drawn (`axe.ts`).
 */
export function drawsNothing() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync("@media screen { html { opacity: 0 } }")
  document.adoptedStyleSheets.push(sheet)
  window.undrawn = sheet
}

/** Switches the drawing of the current page on or off, also in its frames. */
export async function isDrawn(page: Page, isSo: boolean) {
  for (const frame of page.frames())
    await frame.evaluate((wanted) => void (window.undrawn && (window.undrawn.disabled = wanted)), isSo)
}
