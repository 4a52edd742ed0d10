import type { FormArguments } from "#web/editing/form.ts"

type Arguments = FormArguments<{ id: string }>

/** Removes a person on another server from the attendees. */
export async function removeAttendee({ api, params, values, t }: Arguments) {
  const attendance = values.get("attendance") ?? ""
  await api.delete("/api/contents/events/{id}/attendances/elsewhere/{attendance}/", undefined, {
    id: params.id,
    attendance,
  })
  return { notice: { message: t("reactions.attendee_removed", { name: values.get("name") ?? "" }) } }
}

/** Shows a remote comment to everybody, or hides it. */
export async function setCommentVisibility({ api, params, values, t }: Arguments) {
  const is_shown = values.get("shown") === "yes"
  await api.patch(
    "/api/contents/events/{id}/comments/{comment}/",
    { is_shown },
    { id: params.id, comment: values.get("comment") ?? "" },
  )
  return { notice: { message: t(is_shown ? "reactions.was_shown" : "reactions.was_hidden") } }
}

/** Removes a remote comment for good. */
export async function removeComment({ api, params, values, t }: Arguments) {
  await api.delete("/api/contents/events/{id}/comments/{comment}/", undefined, {
    id: params.id,
    comment: values.get("comment") ?? "",
  })
  return { notice: { message: t("reactions.was_removed") } }
}
