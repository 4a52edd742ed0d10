/** Why something from elsewhere was not read. For logs and tests: whoever sent it is told nothing. */
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

/** Was it refused? Else it is what was asked for. */
export function isRefused<Value extends object>(value: Value | Refused): value is Refused {
  return "refused" in value
}

/** Refuses, for a reason. */
export function refused(reason: Reason): Refused {
  return { refused: reason }
}
