import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "../button.tsx"
import { ArrowsClockwise } from "../icons.tsx"
import { Note } from "../note.tsx"

/** Announces a new build. The page never reloads while somebody is using it. */
export function NewVersionNote({ onReload }: { onReload: () => void }) {
  const t = useMessages()
  return (
    <Note icon={ArrowsClockwise} role="status" action={<Button onClick={onReload}>{t("ui.reload")}</Button>}>
      <p>{t("ui.new_version")}</p>
    </Note>
  )
}
