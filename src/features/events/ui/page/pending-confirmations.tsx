import { partsInWords } from "#features/notices/notice-words.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session/session.ts"
import type { Event } from "../../event.ts"

/** A note to the managers of a page that the event names: it waits for their confirmation. */
export default function PendingConfirmations({ event }: { event: Event }) {
  const t = useMessages()
  const user = useUser()
  const waiting = (user?.actors ?? []).flatMap(({ fid, name, may }) => {
    const parts = (event.confirmations ?? [])
      .filter(({ actor, status }) => actor.fid === fid && status === "pending")
      .map(({ part }) => part)
    return parts.length > 0 && may.includes("edit") ? [{ fid, name, parts }] : []
  })
  if (waiting.length === 0) return null
  return (
    <div className="mb-6 no-print">
      <Note action={<ButtonLink to={paths.confirmations()}>{t("manage.see_waiting")}</ButtonLink>}>
        {waiting.map(({ fid, name, parts }) => (
          <p key={fid}>{t("manage.named_as", { page: name, parts: partsInWords(t, parts) })}</p>
        ))}
      </Note>
    </div>
  )
}
