// As Django names them (http/csrf.ts).
export const csrfCookie = "csrftoken"
export const csrfHeader = "X-CSRFToken"
