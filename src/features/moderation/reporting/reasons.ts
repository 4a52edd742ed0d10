/** Reasons for a report, in the order they are offered. */
export const reportReasons = ["advertising", "hurtful", "duplicate", "wrong", "illegal", "other"] as const
export type ReportReason = (typeof reportReasons)[number]

/** Reasons that need a text, because moderators could not find the problem otherwise. */
export const needsWords: ReadonlySet<ReportReason> = new Set<ReportReason>(["wrong", "illegal", "other"])

/** Most characters of a statement. */
export const longestStatement = 2000
