import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { UsersThree } from "#ui/icons.tsx"
import { paths } from "#web/paths.ts"
import { Note } from "#ui/note.tsx"

const mostNamed = 3

/** A note on pending invitations, « Deux réponses attendent. », which names the first few senders. */
export function InvitationsNote({ names }: { names: string[] }) {
  const t = useMessages()
  const named = [...new Set(names)].slice(0, mostNamed)
  return (
    <Note
      icon={UsersThree}
      action={<ButtonLink to={paths.invitations()}>{t("account.answer_invitations")}</ButtonLink>}
    >
      <p>
        <strong>{t("account.waiting_count", { count: names.length })}</strong>{" "}
        {t("account.waiting_from", { names: t.list(named) })}
      </p>
    </Note>
  )
}
