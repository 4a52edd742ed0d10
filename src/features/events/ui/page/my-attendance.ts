import type { Attendance } from "../../attendance/representation.server.ts"

/** What the reader said of an event, or of one of its dates. */
export type MyAttendance = Pick<Attendance, "value" | "visibility" | "is_confirmed"> & {
  actor: { fid: string }
  occurrence: { id: number } | null
}
