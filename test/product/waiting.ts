import type { Page } from "playwright-core"
import { expect } from "vitest"

/** What becomes so soon, also on a machine that is busy. */
export const soon = <Value>(read: () => Value | Promise<Value>, message?: string) =>
  // oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits it
  expect.poll(read, { timeout: 30_000, ...(message ? { message } : {}) })

/** Waits until a notice over the page says so. */
export const notice = (page: Page, words: string) => page.locator(".toast", { hasText: words }).last().waitFor()
