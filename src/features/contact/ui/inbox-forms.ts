import { demandConfirmation } from "#web/editing/demand-confirmation.ts"
import type { FormArguments } from "#web/editing/form.ts"

type Arguments = Pick<FormArguments<unknown>, "api" | "values" | "t">

/** The form handlers of an inbox, for the page that shows it: `forms({ ...inboxForms, … })`. */
export const inboxForms = {
  "message-read": async ({ api, values, t }: Arguments) => {
    const is_read = values.get("is_read") === "true"
    await api.patch("/api/actors/{fid}/messages/{id}/", { is_read }, whichOf(values))
    // Opening a message marks it as read, which needs no notification.
    if (values.has("quiet")) return {}
    return { notice: { message: t(is_read ? "contact.marked_read" : "contact.marked_unread") } }
  },
  "message-archive": async ({ api, values, t }: Arguments) => {
    const is_archived = values.get("is_archived") === "true"
    await api.patch("/api/actors/{fid}/messages/{id}/", { is_archived }, whichOf(values))
    return { notice: { message: t(is_archived ? "contact.archived" : "contact.unarchived") } }
  },
  "message-delete": async ({ api, values, t }: Arguments) => {
    demandConfirmation({ values, t })
    await api.delete("/api/actors/{fid}/messages/{id}/", undefined, whichOf(values))
    return { notice: { message: t("contact.deleted") } }
  },
}

function whichOf(values: Arguments["values"]) {
  return { fid: values.get("fid") ?? "", id: values.get("id") ?? "" }
}
