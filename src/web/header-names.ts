// As Django names them (http/security/csrf.ts).
export const csrfCookie = "csrftoken"
export const csrfHeader = "X-CSRFToken"
/** The language of the page that calls: what the API says is read there. */
export const pageLanguage = "X-Page-Language"
