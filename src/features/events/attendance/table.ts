import type { Attendance } from "./representation.server.ts"

/** Answers as a table (RFC 4180): what a spreadsheet would take for a formula is only text. */
export function attendanceTable(attendances: Attendance[]): string {
  const rows = attendances.map((one) => [
    one.actor.name,
    one.actor.fid,
    one.value,
    one.occurrence?.start ?? "",
    one.visibility,
    one.created,
    one.updated,
    one.is_confirmed ? "yes" : "no",
  ])
  const head = ["name", "fid", "value", "date", "visibility", "created", "updated", "address_confirmed"]
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n"
}

function cell(value: string) {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
