import { type ReactNode, Suspense } from "react"
import { preloadPart, lazyPart } from "../loading/lazy-part.tsx"

export type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Whether it must be answered: no close button, and a press outside does nothing. */
  isQuestion?: boolean
  /** The subject, shown above the dialog: what was pressed, already marked. `lead` stands between it and the title. */
  about?: ReactNode
  lead?: ReactNode
}

const load = () => import("./dialog-modal.tsx")
const DialogModal = lazyPart(load)

/** Loads the dialog early, on the first sign that somebody is about to press. */
export function preloadDialog(): void {
  preloadPart(load)
}

/** A dialog; a full-screen sheet on phones. Nothing of it is loaded until it opens. */
export function Dialog(props: DialogProps) {
  return props.isOpen ? (
    <Suspense>
      <DialogModal {...props} />
    </Suspense>
  ) : null
}
