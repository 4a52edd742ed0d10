import { I18nProvider } from "react-aria-components/I18nProvider"
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components/Modal"
import { useMessages } from "#i18n/messages-context.ts"
import { ariaLocales } from "../aria.ts"
import { Button } from "../button.tsx"
import type { DialogProps } from "./dialog.tsx"
import { X } from "../icons.tsx"

export default function DialogModal({
  isOpen,
  onClose,
  title,
  children,
  isQuestion = false,
  about,
  lead,
}: DialogProps) {
  const t = useMessages()
  const heading = (
    <Heading slot="title" level={2} className="d2">
      {title}
    </Heading>
  )
  const close = !isQuestion && (
    <Button kind="bare" icon={X} iconOnly onClick={onClose}>
      {t("ui.close")}
    </Button>
  )
  return (
    <I18nProvider locale={ariaLocales[t.language]}>
      <ModalOverlay
        className={about ? "scrim scrim--ask" : isQuestion ? "scrim scrim--question" : "scrim"}
        isOpen={isOpen}
        isDismissable={!isQuestion}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
      >
        <Modal className="scrim__in">
          <AriaDialog className={about ? "dialog dialog--ask" : "dialog"} role={isQuestion ? "alertdialog" : "dialog"}>
            {about ? (
              <>
                <div className="dialog__obj">
                  {about}
                  {close}
                </div>
                <div className="dialog__body">
                  {lead}
                  {heading}
                  {children}
                </div>
              </>
            ) : (
              <>
                <div className="dialog__head">
                  {heading}
                  {close}
                </div>
                {children}
              </>
            )}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  )
}
