/** How often a newsletter is sent. */
export const frequencies = ["daily", "weekly", "monthly"] as const
export type Frequency = (typeof frequencies)[number]

/** When a newsletter is sent: the weekday (1 is Monday; weekly only) and the hour, in this time zone. */
export type Schedule = { frequency: Frequency; weekday: number; hour: number; timezone: string }

/** A point and a radius in kilometres. */
export type Area = { name: string; lat: number; lon: number; radius: number }

/** What a newsletter of an address covers, by ids, which outlive names. */
export type Filters = {
  actors?: number[]
  lists?: number[]
  places?: Area[]
  categories?: string[]
  q?: string
}

/** Hours for which a confirmation link works; newsletters not confirmed by then are deleted. */
export const confirmHours = 72
/** Most confirmation links mailed to an address in a day, whoever requests them. */
export const mostConfirmationMails = 4
/** Most newsletters of one address without an account. */
export const mostPerAddress = 20
/** Consecutive permanent refusals after which a newsletter is stopped. */
export const mostBounces = 3
