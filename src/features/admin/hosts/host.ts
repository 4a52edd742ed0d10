/** Hosts that an operator decided about, or that do not answer. */
export const hostFilters = ["blocked", "allowed", "silent"] as const
export type HostFilter = (typeof hostFilters)[number]

/** Bytes of a list that is brought by the browser: it is read at once. The command takes longer ones. */
export const longestBrought = 1_000_000

/** Of the lines of a list that do nothing so many are told. */
export const mostUnlisted = 50
