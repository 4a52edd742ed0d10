import { Suspense } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { CrosshairSimple } from "#ui/icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { Popover } from "#ui/overlays/popover.tsx"
import { type AgendaQuery, isOn } from "../../listing/agenda-query.ts"
import { nearInWords } from "./agenda-links.ts"

const NearSheet = lazyPart(() => import("./near-sheet.tsx"))

type NearPickProps = { query: AgendaQuery; onChange: (change: Partial<AgendaQuery>) => void }

/** Around a town, or around oneself: the browser is asked where it is on a press, never before. */
export function NearPick({ query, onChange }: NearPickProps) {
  const t = useMessages()
  const isNear = isOn(query, "near")
  return (
    <Popover
      icon={CrosshairSimple}
      label={t("agenda.near_place")}
      value={isNear ? nearInWords(t, query) : t("agenda.near_me")}
      isOn={isNear}
    >
      {(close) => (
        <Suspense>
          <NearSheet
            query={query}
            onChange={(change, isDone) => {
              onChange(change)
              if (isDone) close()
            }}
          />
        </Suspense>
      )}
    </Popover>
  )
}
