import { useMessages } from "#i18n/messages-context.ts"
import { notify } from "#ui/overlays/notifications.ts"
import { StarButton } from "#ui/star-button.tsx"
import { paths } from "#web/paths.ts"
import { useOnceSignedIn } from "#web/session.ts"
import { starred } from "#web/since-read.ts"

type StarProps = { event: { id: number; is_kept?: boolean | undefined }; title: string }

/** The star of an event in a list: keeps it in one's own agenda. */
export function Star({ event: { id, is_kept = false }, title }: StarProps) {
  const t = useMessages()
  const isKept = starred.useIs(id, is_kept)
  const press = useOnceSignedIn(() =>
    import("./keep.ts").then(
      ({ keep }) => keep(t, id, !isKept),
      () => notify({ type: "error", message: t("ui.part_lost") }),
    ),
  )
  return <StarButton title={title} isOn={isKept} to={withoutScript(id)} onChange={press} />
}

const withoutScript = (id: number) => paths.lists({ event: String(id) })
