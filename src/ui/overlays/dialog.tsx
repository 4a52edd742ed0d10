import { type ReactNode, Suspense } from "react"
import { ahead, later } from "../loading/later.tsx"

export type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** A question that has to be answered: no close button, a press outside does nothing. */
  isQuestion?: boolean
  /** The thing it is about stands above it, with `lead` between that and the title: what was pressed, already marked. */
  about?: ReactNode
  lead?: ReactNode
}

const load = () => import("./dialog-modal.tsx")
const DialogModal = later(load)

/** Fetches the dialog before it is asked for: on the first sign that someone is about to press. */
export function preloadDialog(): void {
  ahead(load)
}

/** A dialog; a full sheet on phones. Nothing of it is loaded until it opens. */
export function Dialog(props: DialogProps) {
  return props.isOpen ? (
    <Suspense>
      <DialogModal {...props} />
    </Suspense>
  ) : null
}
