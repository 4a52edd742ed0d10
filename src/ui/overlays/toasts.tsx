import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "../button.tsx"
import { X } from "../icons.tsx"
import { messageIcons } from "../note.tsx"
import { dismiss, type Notification } from "./notifications.ts"

/** One notice. An error interrupts a screen reader, the others wait their turn. */
export function Toast({ notice }: { notice: Notification }) {
  const t = useMessages()
  const Mark = messageIcons[notice.type]
  return (
    <div className={`toast toast--${notice.type}`} role={notice.type === "error" ? "alert" : "status"}>
      <Mark />
      <div>
        <p>{notice.message}</p>
        {notice.action && (
          <Button
            onClick={() => {
              notice.action?.run()
              dismiss(notice.id)
            }}
          >
            {notice.action.label}
          </Button>
        )}
      </div>
      <Button kind="bare" icon={X} iconOnly onClick={() => dismiss(notice.id)}>
        {t("ui.close")}
      </Button>
    </div>
  )
}
