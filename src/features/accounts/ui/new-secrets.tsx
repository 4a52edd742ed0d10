import type { ReactNode } from "react"
import { Note } from "#ui/note.tsx"
import { ShownOnce } from "./parts.tsx"

/** A secret just made: the name of its owner, and what to do with the secret. */
type NewSecret = { id: number; secret: string; name: ReactNode; text: string }

/** The secrets of an item just made and of one just renewed, each shown only once. */
export function NewSecrets({ made, renewed }: { made: NewSecret | undefined; renewed: NewSecret | undefined }) {
  // When both secrets belong to the same item, the renewed one is the later and valid one.
  return [renewed, made?.id === renewed?.id ? undefined : made].map(
    (one) =>
      one && (
        <Note type="success" role="status" key={one.id}>
          <ShownOnce key={one.secret} lines={[one.secret]}>
            <p>{one.name}</p>
            <p>{one.text}</p>
          </ShownOnce>
        </Note>
      ),
  )
}
