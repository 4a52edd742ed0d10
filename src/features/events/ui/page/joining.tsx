import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { ButtonLink } from "#ui/button.tsx"
import { ArrowUpRight } from "#ui/icons.tsx"
import { Note } from "#ui/note.tsx"
import type { Event } from "../../event.ts"

type Joining = NonNullable<Event["joining"]>

/** What the host of an event elsewhere answered: « mobilizon.example n’a pas encore répondu ». */
export function joiningInWords(t: Messages, { state, host }: Joining): string {
  return state ? t(`reactions.state_${state}`, { host }) : ""
}

/** Before one answers an event elsewhere: whom that tells, or where one registers; and after it, what its host said. */
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
