import { Fragment, type ReactNode, createContext, useContext } from "react"
import { FoldedPart } from "#ui/editing/folded-part.tsx"
import { useFilled } from "./edit-form.tsx"
import { type Fields, rowsIn } from "./edit-values.ts"
import { useFormState, useRefilled } from "./form-parts.tsx"

/** What is saved of the thing, so that what is typed beside it can be told. */
export const SavedContext = createContext<Fields>({})

type PartProps = {
  id: string
  title: string
  holds: string
  hint?: string
  /** The fields it holds, or what they begin with. */
  fields: readonly string[]
  /** Something outside of it speaks of what is in it. */
  isAsked?: boolean
  /** Beside what it holds: that what was pasted has filled it. */
  mark?: ReactNode
  children: ReactNode
}

/** A part of the editor that may stay empty: closed, unless something in it is wrong or not saved yet. */
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
    // What was pasted opens nothing: the line says what it holds now.
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

/** What is written in rows. */
const rowed = ["prices", "copies", "rooms", "links", "contacts"]

const plain = (value = "") => (value === "unknown" ? "" : value.trim())

/** What a field begins with by itself is nobody's typing. */
const proposed = /^images$|^rule\.|\.(?:kind|currency|type|was|proposed|format|focal|is_public)$|^(?:timezone|host)\b/
