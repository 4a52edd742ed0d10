import { eventId } from "#features/events/access/queries.server.ts"
import { done, forbidden, notFound } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { idOr } from "#lib/refusal.ts"
import { removeRemoteAttendance } from "./commands.server.ts"
import { remoteAttendancePath } from "./inputs.ts"

const remove = call({
  method: "delete",
  path: "/api/contents/events/{id}/attendances/elsewhere/{attendance}/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags: ["Attendance"],
  summary: "Remove a remote attendee; their server is notified, and further attendance is refused",
  request: { params: remoteAttendancePath },
  responses: { ...done, ...forbidden, ...notFound },
})

/** Returns the API call that removes remote attendees. */
export function attendingApi() {
  return apiApp().openapi(remove, async (c) => {
    const { db, config } = c.get("world")
    const { id, attendance } = c.req.valid("param")
    const number = idOr("not_found", attendance)
    await removeRemoteAttendance(db, config, c.get("viewer"), eventId(id), number)
    return c.body(null, 204)
  })
}
