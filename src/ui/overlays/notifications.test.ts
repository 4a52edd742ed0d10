import { afterEach, beforeEach, expect, test, vi } from "vitest"
import {
  currentNotifications,
  dismiss,
  dismissAll,
  notify,
  notifyAbout,
  pauseNotifications,
  subscribeToNotifications,
} from "./notifications.ts"

const messages = () => currentNotifications().map(({ message }) => message)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  dismissAll()
  vi.useRealTimers()
})

test("success and information stay four seconds, a warning five, an error ten", () => {
  for (const type of ["default", "success", "info", "warning", "error"] as const) notify({ type, message: type })
  dismiss(currentNotifications()[0]?.id ?? 0)
  dismiss(currentNotifications()[0]?.id ?? 0)
  expect(messages()).toEqual(["info", "warning", "error"])
  vi.advanceTimersByTime(4000)
  expect(messages()).toEqual(["warning", "error"])
  vi.advanceTimersByTime(1000)
  expect(messages()).toEqual(["error"])
  vi.advanceTimersByTime(4999)
  expect(messages()).toEqual(["error"])
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual([])
})

test("pausing notifications stops their time", () => {
  notify({ type: "success", message: "Connexion réussie !" })
  vi.advanceTimersByTime(3000)
  pauseNotifications(true)
  vi.advanceTimersByTime(60_000)
  expect(messages()).toHaveLength(1)
  pauseNotifications(false)
  vi.advanceTimersByTime(999)
  expect(messages()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(messages()).toHaveLength(0)
})

test("a notification behind three newer ones waits, and then shows for its full time", () => {
  for (const message of ["one", "two", "three", "four"]) notify({ message })
  vi.advanceTimersByTime(4000)
  expect(messages()).toEqual(["one"])
  vi.advanceTimersByTime(4000)
  expect(messages()).toEqual([])
})

test("a new notification about an action replaces the earlier ones about it", () => {
  notifyAbout("/events/1/answer", { message: "failed", type: "error" }, { message: "why", type: "error" })
  notifyAbout("/events/2/answer", { message: "another" })
  notifyAbout("/events/1/answer", { message: "done" })
  expect(messages()).toEqual(["another", "done"])
})

test("notifications can be closed singly or all at once, and listeners are called", () => {
  const heard = vi.fn<() => void>()
  const stop = subscribeToNotifications(heard)
  const id = notify({ message: "one" })
  notify({ message: "two", timeout: 0 })
  dismiss(id)
  expect(messages()).toEqual(["two"])
  vi.advanceTimersByTime(3_600_000)
  expect(messages()).toEqual(["two"])
  dismissAll()
  expect(messages()).toEqual([])
  expect(heard).toHaveBeenCalledTimes(4)
  stop()
})
