import type { Page } from "playwright-core"
import { expect } from "vitest"

/** What becomes so soon, also on a machine that is busy. */
export const soon = <Value>(read: () => Value | Promise<Value>, message?: string) =>
  // oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits it
  expect.poll(read, { timeout: 30_000, ...(message ? { message } : {}) })

declare global {
  interface Window {
    /** What notices over this document have said and no test has asked for yet, oldest first. */
    notices?: string[]
  }
}

/** To run in each document: takes note of every notice, because on a busy machine one may be gone before it is looked for. */
export function notesNotices() {
  const notices: string[] = (window.notices = [])
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        const shown = node.matches(".toast") ? [node] : [...node.querySelectorAll(".toast")]
        for (const one of shown) if (one.checkVisibility()) notices.push(one.textContent.replaceAll(/\s+/g, " "))
      }
  }).observe(document, { childList: true, subtree: true })
}

/** Waits until a notice over the page says so: one that this was not answered with before. */
export async function notice(page: Page, words: string) {
  await page.waitForFunction(
    (wanted) => {
      const at = window.notices?.findIndex((one) => one.includes(wanted)) ?? -1
      return at >= 0 && window.notices?.splice(at, 1)
    },
    words.replaceAll(/\s+/g, " "),
  )
}
