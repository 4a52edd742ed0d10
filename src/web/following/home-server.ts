import { useState } from "react"
import { useInBrowser } from "#ui/in-browser.ts"
import type { AnswerTo } from "../api.ts"

/** The address on the home server where the action continues. */
export type HomeServerIntent = AnswerTo<"/api/fediverse/intents/">

/** An actor here, as people on other servers follow it. */
export type HomeServerSubject = { fid: string; name: string; handle: string }

const remembered = "fediverse.server"

/** Returns the server last used in this browser, once the page is hydrated, and a function to change the input. */
export function useHomeServer(given = ""): [server: string, write: (server: string) => void] {
  const known = useInBrowser(read, "")
  const [written, write] = useState<string | undefined>(given || undefined)
  return [written ?? known, write]
}

/** Stores a server in this browser for the next time, where storage is allowed. */
export function rememberServer(server: string): void {
  try {
    localStorage.setItem(remembered, server.slice(0, 300))
  } catch {
    // Storage is blocked or full.
  }
}

function read(): string {
  try {
    return localStorage.getItem(remembered) ?? ""
  } catch {
    return ""
  }
}
