import { Suspense, useState } from "react"
import { RssSimple } from "#ui/icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { Link } from "#ui/link.tsx"
import { dialogLink } from "#ui/overlays/dialog-link.ts"
import { paths } from "../paths.ts"
import { askToSignIn } from "../session/session.ts"
import type { FollowSubject } from "./subject.ts"

const load = () => import("./follow-dialog.tsx")
const FollowDialog = lazyPart(load)

/** A link to follow a list or a search: a dialog, or without script a page with the same content. */
export function FollowList({ subject, children }: { subject: FollowSubject; children: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Link
        className="btn no-print"
        rel="nofollow"
        to={paths.manageNewsletter(subject.mail)}
        {...dialogLink(load, () => setOpen(true))}
      >
        <RssSimple />
        {children}
      </Link>
      {isOpen && (
        <Suspense>
          <FollowDialog
            subject={subject}
            onClose={() => setOpen(false)}
            onSignIn={() => {
              setOpen(false)
              askToSignIn()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
