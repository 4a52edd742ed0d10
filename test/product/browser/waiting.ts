import type { Page } from "playwright-core"
import { expect } from "vitest"

/** Polls until the value is as expected, long enough for a busy machine. */
export const soon = <Value>(read: () => Value | Promise<Value>, message?: string) =>
  // oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits it
  expect.poll(read, { timeout: 30_000, ...(message ? { message } : {}) })

declare global {
  interface Window {
    /** Notices shown over this document that no test has read yet, oldest first. */
    notices?: string[]
  }
}

/** Runs in each document: records every notice, because on a busy machine one may be gone before a test looks for it. */
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

/** Waits for a notice with these words over the page, other than those already returned. */
export async function notice(page: Page, words: string) {
  await page.waitForFunction(
    (wanted) => {
      const at = window.notices?.findIndex((one) => one.includes(wanted)) ?? -1
      return at >= 0 && window.notices?.splice(at, 1)
    },
    words.replaceAll(/\s+/g, " "),
  )
}
