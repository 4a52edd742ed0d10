import { useState } from "react"
import { useNavigate } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx"
import { notify } from "#ui/overlays/notifications.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { paths } from "#web/paths.ts"
import { problemOf } from "#web/api/problems.ts"
import { askIfSessionEnded } from "#web/session/session.ts"
import type { Event } from "../../event.ts"
import { titleOf } from "../../ui/event-words.ts"

/** The dialog before two events are merged, which explains what happens to each. */
export function MergeDialog({ from, into, onClose }: { from: Event; into: Event | undefined; onClose: () => void }) {
  const t = useMessages()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const merge = async () => {
    if (!into) return
    setBusy(true)
    try {
      await browserApi.post("/api/contents/events/{id}/merge/", { into: into.id }, { id: String(from.id) })
      notify({ type: "success", message: t("event-editor.merged") })
      void navigate(paths.editEvent(into.id))
    } catch (error) {
      const problem = problemOf(error, t)
      if (!problem) throw error
      askIfSessionEnded(problem.code)
      for (const message of [...Object.values(problem.fields).flat(), ...problem.notices].slice(0, 1))
        notify({ type: "error", message })
      setBusy(false)
      onClose()
    }
  }
  return (
    <ConfirmDialog
      isOpen={into !== undefined}
      title={t("event-editor.merge_title")}
      confirm={t("event-editor.merge_do")}
      isBusy={isBusy}
      onConfirm={() => void merge()}
      onClose={onClose}
    >
      <p>{into && t("event-editor.merge_text", { from: titleOf(t, from).text, into: titleOf(t, into).text })}</p>
    </ConfirmDialog>
  )
}
