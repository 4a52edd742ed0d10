import { useSyncExternalStore } from "react"

// Dark by default: the server renders `<html class="dark">`; public/first.js removes the class before the first paint when the
// reader chose light. The choice is `darkMode` in local storage, "true" or "false".

const key = "darkMode"
const grounds = { dark: "#120f0c", light: "#f5f2ea" }
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) addEventListener("storage", follow)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener("storage", follow)
  }
}

/** Follows a choice made in another tab. */
function follow(change: StorageEvent): void {
  if (change.key === key) show(change.newValue !== "false")
}

function show(isDark: boolean): void {
  document.documentElement.classList.toggle("dark", isDark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", isDark ? grounds.dark : grounds.light)
  for (const listener of listeners) listener()
}

function choose(isDark: boolean): void {
  try {
    localStorage.setItem(key, String(isDark))
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
  show(isDark)
}

const isDarkNow = () => document.documentElement.classList.contains("dark")
const isDarkOnServer = () => true

/** Returns whether dark mode is on, and a function to choose. */
export function useDarkMode(): [isDark: boolean, choose: (isDark: boolean) => void] {
  return [useSyncExternalStore(subscribe, isDarkNow, isDarkOnServer), choose]
}
