import { useNavigate } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { notify } from "#ui/overlays/notifications.ts"
import { StarButton } from "#ui/star-button.tsx"
import { useReadAgain } from "#web/navigation/read-again.ts"
import { paths } from "#web/paths.ts"
import { useOnceSignedIn } from "#web/session/session.ts"
import { starred } from "#web/session/since-read.ts"
import type { Event } from "../../../event.ts"

type StarProps = { event: Pick<Event, "id" | "my_attendance">; title: string }

/** The star of an event in a list, the shortcut for « Ça m’intéresse ». */
export function Star({ event: { id, my_attendance: before }, title }: StarProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const readAgain = useReadAgain()
  const isOn = starred.useIs(id, before === "interested")
  const press = useOnceSignedIn(() =>
    import("../answers.ts").then(
      ({ answerByStar }) => answerByStar(t, { id, before, isOn: !isOn }, { navigate, readAgain }),
      () => notify({ type: "error", message: t("ui.part_lost") }),
    ),
  )
  return <StarButton title={title} isOn={isOn} to={`${paths.event(id)}#answer`} onChange={press} />
}
