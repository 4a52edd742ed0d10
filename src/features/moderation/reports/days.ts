/** Default and maximum number of days for a correction. */
export const usualDays = 7
export const mostDays = 60
