import type { KeyboardEvent } from "react"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components/Modal"
import { useMessages } from "#i18n/messages-context.ts"
import { ariaLocales } from "#ui/aria.ts"
import { Button } from "#ui/button.tsx"
import { ArrowLeft, X } from "#ui/icons.tsx"
import { ArrowRight } from "#ui/seldom-icons.tsx"
import type { GalleryImage } from "./gallery.tsx"
import "./lightbox.css"
import { mediaPaths } from "../media-address.ts"

type LightboxProps = {
  images: readonly GalleryImage[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
}

/** An image as large as the window, with its description and credit; the arrow keys lead to its neighbours. */
export default function Lightbox({ images, at, onMove, onClose }: LightboxProps) {
  const t = useMessages()
  const image = images[at]
  if (!image) return null
  const to = (step: number) => onMove((at + step + images.length) % images.length)
  const press = (key: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key.key]
    if (step && images.length > 1) {
      key.preventDefault()
      to(step)
    }
  }
  return (
    <I18nProvider locale={ariaLocales[t.language]}>
      <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
        <Modal className="lightbox">
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are a shortcut of its buttons */}
          <div className="lightbox__in" onKeyDown={press}>
            <Dialog className="lightbox__all">
              <div className="bar bar--between">
                <Heading slot="title" level={2} className="h5">
                  {t("gallery.image_of", { number: at + 1, count: images.length })}
                </Heading>
                <div className="bar">
                  {images.length > 1 && (
                    <>
                      <Button kind="bare" icon={ArrowLeft} iconOnly onClick={() => to(-1)}>
                        {t("gallery.previous")}
                      </Button>
                      <Button kind="bare" icon={ArrowRight} iconOnly onClick={() => to(1)}>
                        {t("gallery.next")}
                      </Button>
                    </>
                  )}
                  <Button kind="bare" icon={X} iconOnly onClick={onClose}>
                    {t("ui.close")}
                  </Button>
                </div>
              </div>
              <figure key={image.id} className="lightbox__figure" aria-live="polite">
                <img
                  src={mediaPaths(image.url)}
                  srcSet={mediaPaths(image.srcset)}
                  sizes="96vw"
                  width={image.width}
                  height={image.height}
                  alt={image.alt}
                />
                {image.credit && (
                  <figcaption className="small">{t("ui.image_credit", { credit: image.credit })}</figcaption>
                )}
              </figure>
            </Dialog>
          </div>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  )
}
