/** What an operator may decide of a host. */
export const decisions = ["block", "allow"] as const
export type Decision = (typeof decisions)[number]

/** Characters of a list of hosts: the longest that are passed around have some thousands. */
export const longestList = 5_000_000

/** Why a line of a list does nothing here. */
export const unlistedWhys = ["no_host", "obfuscated", "other_severity", "own_host", "too_many"] as const
export type Unlisted = (typeof unlistedWhys)[number]
