/** How often a newsletter comes. */
export const frequencies = ["daily", "weekly", "monthly"] as const
export type Frequency = (typeof frequencies)[number]

/** When a newsletter comes: on this weekday (1 is Monday; weekly only), at this hour, on the clocks of this place. */
export type Schedule = { frequency: Frequency; weekday: number; hour: number; timezone: string }

/** A point and the kilometres around it. */
export type Around = { name: string; lat: number; lon: number; radius: number }

/** What a newsletter without an account is about, by numbers, which outlive names. */
export type Filters = {
  actors?: number[]
  lists?: number[]
  places?: Around[]
  categories?: string[]
  q?: string
}

/** A link in a confirmation mail works so many hours; what nobody confirmed is forgotten after as many. */
export const confirmHours = 72
/** So many links to confirm one are mailed to an address in a day, whoever asks and for whatever. */
export const mostAsks = 4
/** So many newsletters one address has without an account. */
export const mostOfAddress = 20
/** After so many mails refused for good, one after another, it stops. */
export const mostBounces = 3
