/** Accounts with a role, or shut out. */
export const accountFilters = ["all", "staff", "suspended"] as const
export type AccountFilter = (typeof accountFilters)[number]
