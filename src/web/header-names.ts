// As Django names them (http/security/csrf.ts).
export const csrfCookie = "csrftoken"
export const csrfHeader = "X-CSRFToken"
/** The language of the page that calls: what the API says is read there. */
export const pageLanguage = "X-Page-Language"
/** What a page that is not there would have shown: the code of an event or of somebody's page. */
export const absentHeader = "X-Absent"
