/** Why something is reported, in the order it is offered. */
export const reportReasons = ["advertising", "hurtful", "duplicate", "wrong", "illegal", "other"] as const
export type ReportReason = (typeof reportReasons)[number]

/** What has to be said in words too: nobody could find it otherwise. */
export const needsWords: ReadonlySet<ReportReason> = new Set<ReportReason>(["wrong", "illegal", "other"])

/** So many characters somebody says of it at most. */
export const longestStatement = 2000
