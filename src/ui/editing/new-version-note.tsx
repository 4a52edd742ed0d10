import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "../button.tsx"
import { ArrowsClockwise } from "../icons.tsx"
import { Note } from "../note.tsx"

/** A new build is out. Nothing reloads under someone's hands. */
export function NewVersionNote({ onReload }: { onReload: () => void }) {
  const t = useMessages()
  return (
    <Note icon={ArrowsClockwise} role="status" action={<Button onClick={onReload}>{t("ui.reload")}</Button>}>
      <p>{t("ui.new_version")}</p>
    </Note>
  )
}
