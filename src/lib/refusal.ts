/** Every way this application says no, and its HTTP status. The words live in the messages, errors.json. */
export const refusals = {
  not_found: 404,
  event_not_found: 404,
  actor_not_found: 404,
  sign_in_needed: 403,
  followed_needs_login: 403,
  managed_needs_login: 403,
  fid_taken: 409,
  import_forbidden: 403,
} as const
export type RefusalCode = keyof typeof refusals

/** A no that a person may cause. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: (typeof refusals)[RefusalCode]
  constructor(code: RefusalCode) {
    super(code)
    this.name = "Refusal"
    this.code = code
    this.status = refusals[code]
  }
}

export function refuse(code: RefusalCode): never {
  throw new Refusal(code)
}
