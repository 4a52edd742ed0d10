/** Whose items a list shows: all, of followed actors, or of managed actors. */
export const relations = ["all", "followed", "managed"] as const
export type Relation = (typeof relations)[number]
