/** Filters of the host list: hosts the operator blocked or allowed, and hosts that do not answer. */
export const hostFilters = ["blocked", "allowed", "silent"] as const
export type HostFilter = (typeof hostFilters)[number]

/**
 * Largest list uploaded through the browser, in bytes, because the upload is read into memory at once. The command-line script
 * takes longer lists.
 */
export const largestUpload = 1_000_000

/** Most unusable lines of a list that the answer quotes. */
export const mostRejectedLines = 50
