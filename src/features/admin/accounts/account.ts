/** Filters of the account list: all accounts, those with a role, and suspended ones. */
export const accountFilters = ["all", "staff", "suspended"] as const
export type AccountFilter = (typeof accountFilters)[number]

/** The roles an account can have. */
export type Role = "moderator" | "admin"

/**
 * Returns only the roles that a form changed compared with those it displayed. Roles the user did not touch are left out, so that
 * a role which another administrator gave or took in the meantime stays.
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
