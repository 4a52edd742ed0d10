import { createContext, type ReactNode, useContext } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { CheckBold } from "#ui/icons.tsx"
import type { Group } from "./groups.ts"

/** The groups that a pasted text has filled. */
export const FilledGroupsContext = createContext<readonly Group[]>([])

/** Returns the mark « ✓ repris » for a field of a group that a pasted text has filled. */
export function useFilledMark(...groups: readonly Group[]): ReactNode {
  const t = useMessages()
  const taken = useContext(FilledGroupsContext)
  if (!groups.some((group) => taken.includes(group))) return undefined
  return (
    <span className="taken">
      <CheckBold />
      {t("event-editor.pasted_mark")}
    </span>
  )
}
