import type { AttendanceElsewhere } from "./elsewhere/representation.server.ts"
import type { Attendance } from "./representation.server.ts"

/**
 * Formats answers as CSV (RFC 4180), those from other servers last. Cells that a spreadsheet would run as a formula are marked as
 * text. A person on another server has a handle there and no fid here.
 */
export function attendanceTable(attendances: Attendance[], elsewhere: AttendanceElsewhere[] = []): string {
  const rows = attendances.map((one) => [
    one.actor.name,
    one.actor.fid,
    one.value,
    one.occurrence?.start ?? "",
    one.visibility,
    one.created,
    one.updated,
    one.is_confirmed ? "yes" : "no",
    "",
    "",
  ])
  const others = elsewhere.map(({ by, occurrence, created, message }) => [
    by.name,
    "",
    "confirmed",
    occurrence?.start ?? "",
    "organisers",
    created,
    created,
    "",
    by.handle,
    message ?? "",
  ])
  const head = ["name", "fid", "value", "date", "visibility", "created", "updated", "address_confirmed"]
  return (
    [[...head, "elsewhere", "message"], ...rows, ...others].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n"
  )
}

function cell(value: string) {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
