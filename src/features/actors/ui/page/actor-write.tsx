import { Suspense, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { EnvelopeSimple } from "#ui/icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"
import type { Actor } from "../../actor.ts"

const ContactForm = lazyPart(async () => ({
  default: (await import("#features/contact/ui/contact-form.tsx")).ContactForm,
}))

/** The form to write to the staff of a page: opened in place with script, a page of its own without. */
export function ActorWrite({ actor }: { actor: Actor }) {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  const to = paths.contactActor(actor.fid)
  const link = (
    <Link
      className="btn"
      to={to}
      rel="nofollow"
      onClick={(press) => {
        if (press.metaKey || press.ctrlKey || press.shiftKey) return
        press.preventDefault()
        setOpen(true)
      }}
    >
      <EnvelopeSimple />
      {t("actor-tabs.write_message")}
    </Link>
  )
  if (!isOpen) return link
  return (
    <Suspense fallback={link}>
      <ContactForm actor={actor} action={to} isOpened />
    </Suspense>
  )
}
