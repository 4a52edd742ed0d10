/** Actions of administrators, as the log names them (0071_admin.sql). */
export const adminActions = [
  "moderator_given",
  "moderator_taken",
  "admin_given",
  "admin_taken",
  "suspended",
  "restored",
  "host_blocked",
  "host_unblocked",
  "host_allowed",
  "host_disallowed",
  "hosts_blocked",
  "hosts_allowed",
  "host_retried",
] as const
export type AdminAction = (typeof adminActions)[number]

/** One line of the log: the action, the account, host or number of hosts it concerned, and the reason. */
export type Entry = {
  action: AdminAction
  userId?: number
  host?: string
  hosts?: number
  reason?: string | undefined
}
