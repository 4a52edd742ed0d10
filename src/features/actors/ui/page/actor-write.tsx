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

/** Writing to the people of a page: here once it is asked for, at an address of its own without script. */
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
