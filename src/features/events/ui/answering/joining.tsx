import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { ButtonLink } from "#ui/button.tsx"
import { ArrowUpRight } from "#ui/icons.tsx"
import { Note } from "#ui/note.tsx"
import type { Event } from "../../event.ts"

type Joining = NonNullable<Event["joining"]>

/** Returns the response of a remote event's host in words: « mobilizon.example n’a pas encore répondu ». */
export function joiningInWords(t: Messages, { state, host }: Joining): string {
  return state ? t(`reactions.state_${state}`, { host }) : ""
}

/** For an event on another server: before answering, who is notified or where to register; afterwards, the host's response. */
export function JoiningElsewhere({ joining }: { joining: Joining }) {
  const t = useMessages()
  const { host, url, is_told, state } = joining
  const there = (
    <ButtonLink to={url} rel="noopener nofollow">
      {t("reactions.go_there", { host })} <ArrowUpRight />
    </ButtonLink>
  )
  if (!is_told || state === "ignored")
    return (
      <Note action={there}>
        <p>{t("reactions.answer_there", { host })}</p>
      </Note>
    )
  return (
    <p className="small t2 no-print" id="joining" role={state ? "status" : undefined}>
      {state ? joiningInWords(t, joining) : t("reactions.sent_to", { host })}
    </p>
  )
}
