import { type ReactNode, Suspense, useRef, useState } from "react"
import { useLocation } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { preloadPart, lazyPart } from "#ui/loading/lazy-part.tsx"
import { paths } from "#web/paths.ts"
import { Link } from "#ui/link.tsx"

const load = () => import("./user-menu-sheet.tsx")
const UserMenuSheet = lazyPart(load)

/** The signed-in person in the header: a link to their personal area, which with script opens a menu. */
export function UserMenu({ name, children }: { name: string; children: ReactNode }) {
  const t = useMessages()
  const { key } = useLocation()
  const trigger = useRef<HTMLAnchorElement>(null)
  // The location at which the menu was opened: it closes on any navigation.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === key
  return (
    <>
      <Link
        ref={trigger}
        className="me"
        to={paths.me()}
        aria-label={t("layout.my_space", { name })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => preloadPart(load)}
        onFocus={() => preloadPart(load)}
        onClick={(press) => {
          if (press.metaKey || press.ctrlKey || press.shiftKey) return
          press.preventDefault()
          setOpenAt(key)
        }}
      >
        {children}
      </Link>
      {isOpen && (
        <Suspense>
          <UserMenuSheet name={name} trigger={trigger} onClose={() => setOpenAt(undefined)} />
        </Suspense>
      )}
    </>
  )
}
