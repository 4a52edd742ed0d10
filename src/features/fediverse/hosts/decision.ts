/** Decisions of an operator about a host. */
export const decisions = ["block", "allow"] as const
export type Decision = (typeof decisions)[number]

/** Longest list of hosts in characters; the longest ones in circulation have some thousand lines. */
export const longestList = 5_000_000

/** Why a line of a list was skipped. */
export const skipReasons = ["no_host", "obfuscated", "other_severity", "own_host", "too_many"] as const
export type SkipReason = (typeof skipReasons)[number]
