import { Suspense, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Planet } from "#ui/icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { Link } from "#ui/link.tsx"
import { dialogLink } from "#ui/overlays/dialog-link.ts"
import { paths } from "../paths.ts"
import type { HomeServerSubject } from "./home-server.ts"

const load = () => import("./home-server-dialog.tsx")
const HomeServerDialog = lazyPart(load)

/** A link to follow an actor from one's home server: a dialog, or without script a page with the same content. */
export function FollowFromHomeServer({ subject }: { subject: HomeServerSubject }) {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Link
        className="btn btn--bare no-print"
        rel="nofollow"
        to={paths.followFromElsewhere(subject.fid)}
        {...dialogLink(load, () => setOpen(true))}
      >
        <Planet />
        {t("actors.from_own")}
      </Link>
      {isOpen && (
        <Suspense>
          <HomeServerDialog subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
