/** Accounts with a role, or shut out. */
export const accountFilters = ["all", "staff", "suspended"] as const
export type AccountFilter = (typeof accountFilters)[number]

/** What an account may hold. */
export type Role = "moderator" | "admin"

/**
 * What a form changes of the roles it showed. Those that somebody did not touch are none of it: what another administrator
 * gave or took meanwhile stays.
 */
export function changeOfRoles(
  shown: readonly string[],
  chosen: readonly string[],
): { is_moderator?: boolean; is_admin?: boolean } {
  const isChanged = (role: Role) => shown.includes(role) !== chosen.includes(role)
  return {
    ...(isChanged("moderator") ? { is_moderator: chosen.includes("moderator") } : {}),
    ...(isChanged("admin") ? { is_admin: chosen.includes("admin") } : {}),
  }
}
