import { Suspense, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import type { Picture } from "../../image/picture.ts"
import { mediaPaths } from "../media-address.ts"
import { preloadPart, lazyPart } from "#ui/loading/lazy-part.tsx"

const load = () => import("./lightbox.tsx")
const Lightbox = lazyPart(load)

export type GalleryImage = Pick<Picture, "url" | "srcset" | "width" | "height" | "alt" | "credit"> & { id: number }

/**
 * Images side by side, uncropped and in their own ratio. A press shows one large in a dialog, which is loaded then; without
 * script the link leads to the image itself.
 */
export function Gallery({ images }: { images: readonly GalleryImage[] }) {
  const t = useMessages()
  const [shown, setShown] = useState<number>()
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      <ul className="gallery" ref={list}>
        {images.map((image, at) => (
          <li
            key={image.id}
            style={{ flex: `${image.width / image.height} 1 ${(image.width / image.height) * 13}rem` }}
          >
            <a
              href={mediaPaths(image.url)}
              aria-label={image.alt || t("gallery.image_of", { number: at + 1, count: images.length })}
              onPointerEnter={() => preloadPart(load)}
              onFocus={() => preloadPart(load)}
              onClick={(press) => {
                if (press.metaKey || press.ctrlKey || press.shiftKey) return
                press.preventDefault()
                setShown(at)
              }}
            >
              <img
                src={mediaPaths(image.url)}
                srcSet={mediaPaths(image.srcset)}
                sizes={`${Math.ceil((image.width / image.height) * 20)}rem`}
                width={image.width}
                height={image.height}
                alt=""
                loading="lazy"
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Suspense>
          <Lightbox
            images={images}
            at={shown}
            onMove={setShown}
            onClose={() => {
              setShown(undefined)
              // The focus goes to the image shown last, not to the one that opened the dialog.
              requestAnimationFrame(() => list.current?.querySelectorAll("a")[shown]?.focus())
            }}
          />
        </Suspense>
      )}
    </>
  )
}
