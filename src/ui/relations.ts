/** Whose a list shows: everything, what one follows, what one manages. */
export const relations = ["all", "followed", "managed"] as const
export type Relation = (typeof relations)[number]
