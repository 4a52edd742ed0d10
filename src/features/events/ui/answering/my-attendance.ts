import type { Attendance } from "../../attendance/representation.server.ts"

/** The reader's answer to an event, or to one of its dates. */
export type MyAttendance = Pick<Attendance, "value" | "visibility" | "is_confirmed"> & {
  actor: { fid: string }
  occurrence: { id: number } | null
}
