import type { ReactNode } from "react"
import { Note } from "#ui/note.tsx"
import { ShownOnce } from "./parts.tsx"

/** What got a secret just now: its name, and what to do with the secret. */
type NewSecret = { id: number; secret: string; name: ReactNode; text: string }

/** The secrets of one that was just made, and of one that was renewed: each is shown this once. */
export function NewSecrets({ made, renewed }: { made: NewSecret | undefined; renewed: NewSecret | undefined }) {
  // Of one and the same, the renewed one is the later.
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
