/** So many days a page has to correct something, unless a moderator says otherwise; and at most. */
export const usualDays = 7
export const mostDays = 60
