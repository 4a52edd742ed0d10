import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import type { List } from "../api.ts"
import { withNext } from "../navigation/next.ts"
import { failureOf } from "../api/problems.ts"
import { isVisitor } from "../session/session.ts"

/** Why a list could not be read. */
type Trouble = { status: number; detail?: string | undefined }
export type ListOrFailure<Item> = List<Item> & { trouble?: Trouble }

/**
 * Reads a list. A failure empties it and is shown; the rest of the page stays.
 * @param isOnes whether it contains what the viewer follows or manages, which is not requested without a session
 */
export async function listOrFailure<Item>(
  ask: () => Promise<List<Item>>,
  isOnes = false,
): Promise<ListOrFailure<Item>> {
  if (isOnes && isVisitor()) return { items: [], total: 0, trouble: { status: 403 } }
  try {
    return await ask()
  } catch (error) {
    const { status = 500, said } = failureOf(error) ?? {}
    return { items: [], total: 0, trouble: { status, detail: said?.detail } }
  }
}

type FailedListProps = {
  trouble: Trouble
  /** Address of the present page, to return to. */
  address: string
  /** Message that the list could not be read. */
  failed: string
  /** Why an account is needed. */
  needsAccount: string
}

/** Shown in place of a list: a request to sign in, or a failure with a link to try again. */
export function FailedList({ trouble: { status, detail }, address, failed, needsAccount }: FailedListProps) {
  const t = useMessages()
  if (status === 403) {
    return (
      <Note role="status" action={<ButtonLink to={withNext("login", address)}>{t("layout.log_in")}</ButtonLink>}>
        {detail && (
          <p>
            <strong>{detail}</strong>
          </p>
        )}
        <p>{needsAccount}</p>
      </Note>
    )
  }
  return (
    <Note type="error" role="alert" action={<ButtonLink to={address}>{t("ui.retry")}</ButtonLink>}>
      <p>
        <strong>{failed}</strong>
      </p>
      <p>{reasonOf(t, status, detail)}</p>
    </Note>
  )
}

/** Says why, by the status as in specification §8; 0 is a call that did not arrive. */
function reasonOf(t: Messages, status: number, detail: string | undefined): string {
  if (status === 0) return t("errors.no_connection")
  return status >= 500 ? t("errors.server") : (detail ?? t("errors.default"))
}
