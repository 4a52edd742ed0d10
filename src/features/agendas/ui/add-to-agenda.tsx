import { Suspense, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Bookmark } from "#ui/icons.tsx"
import { preloadPart, lazyPart } from "#ui/loading/lazy-part.tsx"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session/session.ts"

const load = () => import("./agenda-choice.tsx")
const AgendaChoice = lazyPart(load)

type AddToAgendaProps = {
  kind: "actor" | "event"
  /** The fid of a page, or the id of an event. */
  of: string | number
  /** Name of the page or title of the event. */
  what: string
}

/**
 * Adds a page or an event to the viewer's agendas: a sheet beside the link, which without script leads to a screen for the same.
 */
export function AddToAgenda({ kind, of, what }: AddToAgendaProps) {
  const t = useMessages()
  const user = useUser()
  const trigger = useRef<HTMLAnchorElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Link
        ref={trigger}
        className="btn no-print"
        rel="nofollow"
        to={paths.lists({ [kind]: String(of) })}
        onPointerEnter={() => user && preloadPart(load)}
        onFocus={() => user && preloadPart(load)}
        onClick={(press) => {
          if (!user || press.metaKey || press.ctrlKey || press.shiftKey) return
          press.preventDefault()
          setOpen(true)
        }}
      >
        <Bookmark />
        {t("ui.add_to_list")}
      </Link>
      {isOpen && (
        <Suspense>
          <AgendaChoice kind={kind} of={String(of)} what={what} trigger={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
