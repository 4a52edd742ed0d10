import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import { paths } from "#web/paths.ts"
import type { Actor } from "../../actor.ts"

/** The note that tells staff why a page is not public. */
export default function StateNote({ actor: { fid, status, hidden, may, awaits_address } }: { actor: Actor }) {
  const t = useMessages()
  const words = hidden
    ? t("ui.hidden_note")
    : status === "draft"
      ? t(awaits_address ? "visitor.page_awaits_note" : "visitor.page_draft_note")
      : status === "archived" && t("visitor.page_archived_note")
  if (!words) return null
  const canPublish = !hidden && may?.includes("edit")
  const way = awaits_address ? (
    <ButtonLink to={paths.emails({ next: paths.actor(fid) })}>{t("visitor.page_awaits_address")}</ButtonLink>
  ) : (
    <ButtonLink kind="main" to={paths.publishActor(fid)}>
      {t("visitor.publish")}
    </ButtonLink>
  )
  return (
    <Note type="warning" action={canPublish && way}>
      <p>
        <strong>{words}</strong>
      </p>
      {hidden?.reason && <p>{hidden.reason}</p>}
    </Note>
  )
}
