/** The items a list shows: all, those the viewer follows, or those the viewer manages. */
export const relations = ["all", "followed", "managed"] as const
export type Relation = (typeof relations)[number]
