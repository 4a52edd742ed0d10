import type { Messages } from "#i18n/messages.ts"
import { notify } from "#ui/overlays/notifications.ts"
import { browserApi } from "#web/browser-api.ts"
import { problemOf } from "#web/problems.ts"
import { starred } from "#web/since-read.ts"

/** Puts an event into the agenda that a star adds to, or takes it out; shown at once, and taken back when it fails. */
export async function keep(t: Messages, id: number, isKept: boolean): Promise<void> {
  const entry = { id: "default", kind: "event", ref: String(id) }
  starred.set(id, isKept)
  try {
    if (isKept) await browserApi.put("/api/me/lists/{id}/entries/{kind}/{ref}/", undefined, entry)
    else await browserApi.delete("/api/me/lists/{id}/entries/{kind}/{ref}/", undefined, entry)
    notify({
      type: "success",
      message: t(isKept ? "answers.kept" : "answers.unkept"),
      action: { label: t("answers.undo"), run: () => void keep(t, id, !isKept) },
    })
  } catch (error) {
    starred.set(id, !isKept)
    for (const message of problemOf(error, t)?.notices ?? [t("errors.default")]) notify({ type: "error", message })
  }
}
