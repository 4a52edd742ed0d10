/** Hosts that an operator decided about, or that do not answer. */
export const hostFilters = ["blocked", "allowed", "silent"] as const
export type HostFilter = (typeof hostFilters)[number]

/** Of the lines of a list that do nothing so many are told. */
export const mostUnlisted = 50
