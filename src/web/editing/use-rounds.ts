import { useCallback, useEffect, useState } from "react"
import { browserApi } from "../api/browser-api.ts"
import { useReadAgain } from "../navigation/read-again.ts"
import { useUser } from "../session/session.ts"
import { storeDraft, pauseDrafts } from "./draft.ts"
import type { Edited } from "./edit-form.tsx"
import { missingInput } from "./left-form.ts"

/**
 * Counts how many times an editor has started anew; its form uses the count as key. It starts anew with the saved values when a
 * draft is discarded, and by itself with what was typed just before its page was reloaded, when the draft it came with lacks
 * that.
 */
export function useRounds(edited: Edited): [round: number, beginAnew: () => void] {
  const [round, setRound] = useState(0)
  const beginAnew = useCallback(() => setRound((before) => before + 1), [])
  const username = useUser()?.username
  const readAgain = useReadAgain()
  /** When the missing input was stored; the page waits for the draft with this time. */
  const [awaited, setAwaited] = useState<string>()

  useEffect(() => {
    const parted = username && missingInput(edited, username)
    if (!parted) return
    const { subject, fields, version } = parted
    const goOn = pauseDrafts(subject)
    storeDraft(browserApi, subject, fields, version).then(
      (saved) => {
        setAwaited(saved)
        void readAgain()
      },
      goOn, // it stays remembered
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, with what the page came with
  }, [])

  const isThere = awaited !== undefined && edited.draft?.saved === awaited
  useEffect(() => {
    if (!isThere) return
    setAwaited(undefined)
    beginAnew()
  }, [isThere, beginAnew])
  return [round, beginAnew]
}
