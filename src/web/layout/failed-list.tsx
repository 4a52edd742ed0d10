import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import type { List } from "../api.ts"
import { withNext } from "../navigation/next.ts"
import { failureOf } from "../problems.ts"
import { isVisitor } from "../session.ts"

/** Why there is no list. */
type Trouble = { status: number; detail?: string | undefined }
export type Found<Item> = List<Item> & { trouble?: Trouble }

/**
 * A failure empties the list and is told; the page stands.
 * @param isOnes it is of what one follows or manages: nothing is asked for somebody who is not signed in
 */
export async function listOrTrouble<Item>(ask: () => Promise<List<Item>>, isOnes = false): Promise<Found<Item>> {
  if (isOnes && isVisitor()) return { items: [], total: 0, trouble: { status: 403 } }
  try {
    return await ask()
  } catch (error) {
    const { status = 500, said } = failureOf(error) ?? {}
    return { items: [], total: 0, trouble: { status: status || 500, detail: said?.detail } }
  }
}

type FailedListProps = {
  trouble: Trouble
  /** Where one is, to come back to. */
  address: string
  /** That it could not be read. */
  failed: string
  /** Why an account is needed. */
  needsAccount: string
}

/** In place of a list: a relation that asks to sign in, or a failure, with a way to try again. */
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
      <p>{detail ?? t("errors.default")}</p>
    </Note>
  )
}
