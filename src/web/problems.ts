import type { Messages } from "#i18n/messages.ts"
import type { Failure } from "./api.ts"

/** What a person gets to hear of a call that failed. */
export type Problem = {
  status: number
  /** Sentences beside the fields they are about. */
  fields: Record<string, string[]>
  /** Notices, each an error of its own. */
  notices: string[]
  /** What the client may branch on: `second_factor_needed`. */
  code: string | undefined
}

/** The call behind an error, when it is one that failed; undefined for a bug. In the browser a call may also not arrive. */
export function failureOf(error: unknown): { status: number; statusText: string; said: Failure } | undefined {
  const thrown = error as { type?: string; data?: Failure; init?: ResponseInit | null } | undefined
  if (thrown?.type === "DataWithResponseInit" && thrown.data) {
    return { status: thrown.init?.status ?? 0, statusText: thrown.init?.statusText ?? "", said: thrown.data }
  }
  const didNotArrive = typeof document !== "undefined" && error instanceof TypeError
  return didNotArrive
    ? { status: 0, statusText: "", said: { detail: undefined, code: undefined, fields: {} } }
    : undefined
}

/** Errors by status, as specification §8 has them: the one place that decides. Undefined when it is none of a call. */
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

/** Why a call failed, for where no field stands beside it: every sentence, each once. */
export function sentencesOf({ fields, notices }: Problem): string[] {
  const beside = Object.values(fields).flat()
  return [...new Set(beside.length > 0 ? beside : notices)]
}
