/** What following a page may tell, from the quietest on: its dates in the agenda; the newsletter too; or also a message at once. */
export const followChoices = ["agenda", "newsletter", "now"] as const
export type FollowChoice = (typeof followChoices)[number]
