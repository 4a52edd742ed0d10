// The names that Django uses (http/security/csrf.ts).
export const csrfCookie = "csrftoken"
export const csrfHeader = "X-CSRFToken"
/** The language of the calling page, in which the API answers. */
export const pageLanguage = "X-Page-Language"
/** The refusal code of a missing event or actor, whose error page would have shown it. */
export const absentHeader = "X-Absent"
