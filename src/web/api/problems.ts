import type { Messages } from "#i18n/messages.ts"
import type { Failure } from "../api.ts"

/** What the user is shown of a failed call. */
export type Problem = {
  status: number
  /** Error messages by field. */
  fields: Record<string, string[]>
  /** Other error messages, each shown by itself. */
  notices: string[]
  /** Refusal code, for the client to branch on: `second_factor_needed`. */
  code: string | undefined
}

/**
 * Returns the failed call behind an error; undefined for a bug. In the browser a call may also fail to arrive (status 0), or be
 * answered by another server, with a page in place of JSON: a proxy, or the sign-in of a hotel.
 */
export function failureOf(error: unknown): { status: number; statusText: string; said: Failure } | undefined {
  const thrown = error as { type?: string; data?: Failure; init?: ResponseInit | null } | undefined
  if (thrown?.type === "DataWithResponseInit" && thrown.data) {
    return { status: thrown.init?.status ?? 0, statusText: thrown.init?.statusText ?? "", said: thrown.data }
  }
  const didNotArrive = typeof document !== "undefined" && (error instanceof TypeError || error instanceof SyntaxError)
  return didNotArrive
    ? { status: 0, statusText: "", said: { detail: undefined, code: undefined, fields: {} } }
    : undefined
}

/** Decides what to show for an error, by its status as in specification §8. Undefined when it is not the error of a call. */
export function problemOf(error: unknown, t: Messages): Problem | undefined {
  const failure = failureOf(error)
  if (!failure) return undefined
  const { status, statusText, said } = failure
  const { detail, code } = said
  const lists = status === 400 ? said.fields : {}
  const { non_field_errors: general = [], ...fields } = lists
  return { status, code, fields, notices: noticesOf() }

  function noticesOf(): string[] {
    if (status === 400) {
      const notices = [...general, ...(detail ? [detail] : [])]
      return notices.length > 0 ? notices : [t("errors.validation")]
    }
    if (status === 403) return [detail ?? (statusText || t("errors.not_allowed"))]
    if (status === 404) return [t("errors.not_found")]
    if (status >= 500) return [t("errors.server")]
    return [detail ?? t(status === 0 ? "errors.no_connection" : "errors.default")]
  }
}

/** Lists all error messages of a failed call, each once, for places without fields. */
export function sentencesOf({ fields, notices }: Problem): string[] {
  const beside = Object.values(fields).flat()
  return [...new Set(beside.length > 0 ? beside : notices)]
}
