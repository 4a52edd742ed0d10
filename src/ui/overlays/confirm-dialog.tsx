import type { ReactNode } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "../button.tsx"
import { Dialog } from "./dialog.tsx"

type ConfirmDialogProps = {
  isOpen: boolean
  title: string
  children: ReactNode
  /** Label of the action: « Annuler l’événement ». */
  confirm: string
  /** Label of the answer that changes nothing: « Garder ». */
  cancel?: string
  isDangerous?: boolean
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before something that is hard to undo. The safe answer comes first. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirm,
  cancel,
  isDangerous = false,
  isBusy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const t = useMessages()
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose} isQuestion>
      <div className="t2">{children}</div>
      <div className="bar bar--end">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question opens on its safe answer (ARIA APG, alertdialog) */}
        <Button onClick={onClose} autoFocus>
          {cancel ?? t("fields.cancel")}
        </Button>
        <Button kind={isDangerous ? "danger" : "main"} isBusy={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
