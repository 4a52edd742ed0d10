import { Fragment, type ReactNode, createContext, useContext } from "react"
import { FoldedPart } from "#ui/editing/folded-part.tsx"
import { useFilled } from "./edit-form.tsx"
import { type Fields, rowsIn } from "./edit-values.ts"
import { useFormState, useRefilled } from "./form-parts.tsx"

/** The saved values, to distinguish them from what is being typed. */
export const SavedContext = createContext<Fields>({})

type PartProps = {
  id: string
  title: string
  holds: string
  hint?: string
  /** Names of its fields, or their prefixes. */
  fields: readonly string[]
  /** Whether a message elsewhere refers to this part. */
  isAsked?: boolean
  /** Shown beside the summary: a mark that pasted data have filled it. */
  mark?: ReactNode
  children: ReactNode
}

/** An optional part of an editor: closed, unless it contains an error or unsaved input. */
export function Part({ fields, mark, holds, isAsked = false, children, ...part }: PartProps) {
  const saved = useContext(SavedContext)
  const filled = useFilled()
  const { outcome } = useFormState()
  const isIn = (name: string) => fields.some((field) => name === field || name.startsWith(`${field}.`))
  const isWrong = Object.keys(outcome?.fields ?? {}).some(isIn)
  const isTyped = Object.entries(filled).some(
    ([name, value]) => isIn(name) && plain(value) !== plain(saved[name]) && !proposed.test(name),
  )
  // A row that was added without script is still empty.
  const hasMoreRows = rowed.some((name) => isIn(name) && rowsIn(filled, name).length > rowsIn(saved, name).length)
  const { round, isFresh } = useRefilled(part.id)
  return (
    // Pasted data do not open it: the summary shows them.
    <FoldedPart
      {...part}
      holds={
        <>
          {holds} {mark}
        </>
      }
      isOpen={isWrong || isAsked || (!isFresh && (isTyped || hasMoreRows))}
    >
      <Fragment key={round}>{children}</Fragment>
    </FoldedPart>
  )
}

/** Fields that consist of rows. */
const rowed = ["prices", "copies", "rooms", "links", "contacts"]

const plain = (value = "") => (value === "unknown" ? "" : value.trim())

/** Fields with a default, whose initial value nobody typed. */
const proposed = /^images$|^rule\.|\.(?:kind|currency|type|was|proposed|format|focal|is_public)$|^(?:timezone|host)\b/
