import { useState } from "react"
import { useInBrowser } from "#ui/in-browser.ts"
import type { AnswerTo } from "../api.ts"

/** Where somebody can go on a server of their own. */
export type Way = AnswerTo<"/api/fediverse/intents/">

/** A page here as others follow it. */
export type OwnServerSubject = { fid: string; name: string; handle: string }

const remembered = "fediverse.server"

/** The server that was used last in this browser, once the page has come to life; and how to change what is written. */
export function useOwnServer(given = ""): [server: string, write: (server: string) => void] {
  const known = useInBrowser(read, "")
  const [written, write] = useState<string | undefined>(given || undefined)
  return [written ?? known, write]
}

/** Remembers a server in this browser, for the next time; where nothing may be kept, nothing is. */
export function rememberServer(server: string): void {
  try {
    localStorage.setItem(remembered, server.slice(0, 300))
  } catch {
    // Storage is off or full.
  }
}

function read(): string {
  try {
    return localStorage.getItem(remembered) ?? ""
  } catch {
    return ""
  }
}
