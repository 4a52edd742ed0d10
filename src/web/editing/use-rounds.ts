import { useCallback, useEffect, useState } from "react"
import { browserApi } from "../browser-api.ts"
import { useReadAgain } from "../navigation/read-again.ts"
import { useUser } from "../session.ts"
import { keepDraft, pauseKeeping } from "./draft.ts"
import type { Edited } from "./edit-form.tsx"
import { missing } from "./parted.ts"

/**
 * How often an editor has begun anew, by which it is keyed: with what is saved, when a draft is thrown away; and by itself
 * with what was typed just before its page was loaded again, when the draft it came with lacks that.
 */
export function useRounds(edited: Edited): [round: number, beginAnew: () => void] {
  const [round, setRound] = useState(0)
  const beginAnew = useCallback(() => setRound((before) => before + 1), [])
  const username = useUser()?.username
  const readAgain = useReadAgain()
  /** When what was missing was kept: it is waited for. */
  const [awaited, setAwaited] = useState<string>()

  useEffect(() => {
    const parted = username && missing(edited, username)
    if (!parted) return
    const { subject, fields, version } = parted
    const goOn = pauseKeeping(subject)
    keepDraft(browserApi, subject, fields, version).then(
      (saved) => {
        setAwaited(saved)
        void readAgain()
      },
      goOn, // it stays noted
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
