/** Why a remote document was refused. For logs and tests: the sender does not learn the reason. */
export type Reason =
  | "too_large"
  | "too_deep"
  | "too_long"
  | "not_json"
  | "not_an_object"
  | "no_id"
  | "bad_id"
  | "no_actor"
  | "several_actors"
  | "bad_actor"
  | "wrong_signer"
  | "foreign_id"
  | "foreign_object"
  | "not_owner"
  | "no_object"
  | "self_reference"
  | "unknown_type"
  | "unsupported"
  | "no_name"
  | "no_start"
  | "no_inbox"
  | "no_author"

export type Refused = { refused: Reason }

/** Returns whether reading was refused; otherwise the value is what was read. */
export function isRefused<Value extends object>(value: Value | Refused): value is Refused {
  return "refused" in value
}

/** Returns a refusal with its reason. */
export function refused(reason: Reason): Refused {
  return { refused: reason }
}
