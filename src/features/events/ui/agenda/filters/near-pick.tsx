import { Suspense } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { CrosshairSimple } from "#ui/icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { Popover } from "#ui/overlays/popover.tsx"
import { type AgendaQuery, isFilterOn } from "../../../listing/agenda-query.ts"
import { nearInWords } from "../agenda-links.ts"

const NearSheet = lazyPart(() => import("./near-sheet.tsx"))

type NearPickProps = { query: AgendaQuery; onChange: (change: Partial<AgendaQuery>) => void }

/** The filter for surroundings: a town, or the reader's position, which the browser is asked for only on a press. */
export function NearPick({ query, onChange }: NearPickProps) {
  const t = useMessages()
  const isNear = isFilterOn(query, "near")
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
