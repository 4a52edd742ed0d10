import type { MessageArguments } from "#i18n/gen/ids.ts"

/** Every refusal code of the application, and its HTTP status. The texts are in the messages, errors.json. */
export const refusals = {
  not_found: 404,
  event_not_found: 404,
  document_not_found: 404,
  storage_used_up: 409,
  storage_full: 507,
  storage_unavailable: 503,
  scanner_unavailable: 503,
  page_full: 409,
  page_moved: 409,
  upload_not_found: 404,
  upload_too_large: 413,
  upload_unfinished: 409,
  uploads_waiting: 409,
  actor_not_found: 404,
  agenda_not_found: 404,
  sign_in_needed: 403,
  followed_needs_login: 403,
  managed_needs_login: 403,
  fid_taken: 409,
  stale: 412,
  event_cancelled: 409,
  event_not_published: 409,
  occurrence_not_found: 404,
  performer_not_found: 404,
  organizer_not_found: 404,
  host_stays: 409,
  attendance_needs_login: 403,
  attendance_needs_actor: 403,
  follow_needs_login: 403,
  not_followed: 409,
  opening_not_found: 404,
  webhook_not_found: 404,
  relation_not_found: 404,
  relation_exists: 409,
  relation_answered: 409,
  last_owner: 409,
  confirmation_not_found: 404,
  invitation_mailed: 409,
  contact_closed: 409,
  message_not_found: 404,
  page_owned: 409,
  claim_open: 409,
  claim_not_found: 404,
  claim_decided: 409,
  report_decided: 409,
  import_forbidden: 403,
  csrf_failed: 403,
  not_allowed: 403,
  hidden_by_moderators: 403,
  actor_needed: 403,
  email_unverified: 403,
  token_invalid: 403,
  scope_missing: 403,
  session_needed: 403,
  program_not_found: 404,
  consent_used: 409,
  registrations_closed: 403,
  account_suspended: 403,
  account_not_found: 404,
  own_account: 409,
  last_admin: 409,
  host_not_found: 404,
  suspended_account: 409,
  already_suspended: 409,
  second_factor_needed: 400,
  second_factor_on: 409,
  second_factor_off: 409,
  email_primary: 409,
  email_not_verified: 409,
  too_many: 409,
  format_unavailable: 501,
  too_many_requests: 429,
  busy: 429,
} as const
export type RefusalCode = keyof typeof refusals

/** A refusal that a person may cause. Any other error that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: (typeof refusals)[RefusalCode]
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined
  /** @param cause the error to log, where the fault is not the caller's */
  constructor(code: RefusalCode, retryAfter?: number, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause })
    this.name = "Refusal"
    this.code = code
    this.status = refusals[code]
    this.retryAfter = retryAfter
  }
}

/**
 * Throws a Refusal.
 * @param retryAfter seconds after which to try again
 */
export function refuse(code: RefusalCode, retryAfter?: number): never {
  throw new Refusal(code, retryAfter)
}

/** Parses the id in a path; refuses with this code when it is not a number. */
export function idOr(code: RefusalCode, given: string): number {
  return /^\d{1,15}$/.test(given) ? Number(given) : refuse(code)
}

type WithoutArguments = {
  [Id in keyof MessageArguments]: MessageArguments[Id] extends undefined ? Id : never
}[keyof MessageArguments]
/** A message without arguments, or a message and its arguments. */
export type Sentence = WithoutArguments | { id: keyof MessageArguments; with: Record<string, string | number> }

/** Thrown for invalid fields, each with its error messages: status 400. */
export class InvalidFields extends Error {
  readonly fields: Record<string, Sentence[]>
  constructor(fields: Record<string, Sentence[]>) {
    super(`invalid: ${Object.keys(fields).join(", ")}`)
    this.name = "InvalidFields"
    this.fields = fields
  }
}

/** Refuses an input with error messages by field; `non_field_errors` is for what concerns no single field. */
export function refuseFields(fields: Record<string, Sentence[]>): never {
  throw new InvalidFields(fields)
}
