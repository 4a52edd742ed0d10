/** What an administrator can have done, as the log names it (0071_admin.sql). */
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

/** One line of the log: what was done, to which account, host or list of hosts, and why. */
export type Entry = {
  action: AdminAction
  userId?: number
  host?: string
  hosts?: number
  reason?: string | undefined
}
