/**
 * Notifications of a followed page, from the quietest on: its dates in the agenda; also the newsletter; also a message at once.
 */
export const followChoices = ["agenda", "newsletter", "now"] as const
export type FollowChoice = (typeof followChoices)[number]
