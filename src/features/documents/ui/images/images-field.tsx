import { type ReactNode, Suspense, useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { WarningCircleFill } from "#ui/icons.tsx"
import { ArrowDown, ArrowUp, Trash } from "#ui/seldom-icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { LostPart } from "#ui/loading/lost.tsx"
import { notifyForm } from "#ui/reveal.ts"
import { TextField } from "#ui/fields/text-field.tsx"
import { useHydrated } from "#ui/in-browser.ts"
import { useFilled } from "#web/editing/edit-form.tsx"
import { useField, useFormState } from "#web/editing/form-parts.tsx"
import { acceptedImages, mostImages } from "../../document-types.ts"
import type { Document } from "../../document.ts"
import type { Picture } from "../../image/picture.ts"
import "../documents.css"
import { FileDrop } from "../file-drop.tsx"
import { ImageDetails, type ThumbnailShape } from "./image-details.tsx"
import { ImageOrder } from "./image-order.tsx"
import { PlainWords, useFilesChosenBeforeScript } from "./image-field.tsx"
import type { ImageQueueProps, QueuedImages } from "./image-queue.tsx"
import { pictureOf } from "./picture-of.ts"
import { restoredImages, useLoadedImages } from "../restored.ts"
import { noOwner, type UploadFor } from "../use-upload.ts"

const nothingQueued: QueuedImages = { count: 0, isBusy: false }
const ImageQueue = lazyPart(() => import("./image-queue.tsx"), LostQueue)

type ImagesFieldProps = {
  /** Name of the form field, such as `images`; its handler reads it with `imagesFrom(sent, "images")`. */
  name: string
  label: string
  hint?: ReactNode
  /** The present images, in order. */
  images: readonly Picture[]
  shape?: ThumbnailShape
  /** The event they are for; empty while that does not exist yet. */
  owner?: UploadFor
  /** Called with every change, for a preview beside the form. */
  onChange?: (images: readonly Picture[]) => void
}

/**
 * Several images of a form in an order. With script each is uploaded as soon as it is chosen or dropped; without, one is sent
 * with the form, which has to accept files (`<Form hasFiles>`).
 */
export function ImagesField({
  name,
  label,
  hint,
  images: given,
  shape = "poster",
  owner = noOwner,
  onChange,
}: ImagesFieldProps) {
  const t = useMessages()
  const isLive = useHydrated()
  const field = useField(name)
  const filled = useFilled()
  const errors = useErrors(name)
  const [images, setImages] = useState(() => restoredImages(given, filled, name))
  const latest = useRef(images)
  const [news, setNews] = useState("")
  const [tooMany, setTooMany] = useState(0)
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [queued, setQueued] = useState(nothingQueued)
  const drop = useRef<HTMLInputElement>(null)
  const set = useRef<HTMLFieldSetElement>(null)

  const change = (next: readonly Picture[]) => {
    latest.current = next
    setImages(next)
    onChange?.(next)
    queueMicrotask(() => notifyForm(set.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null))
  }
  const send = (files: File[]) => {
    const room = mostImages - latest.current.length - queued.count
    setTooMany(Math.max(0, files.length - room))
    if (room <= 0) return
    const fitting = files.slice(0, room)
    setChosen([...chosen, ...fitting])
    setQueued({ count: queued.count + fitting.length, isBusy: true })
  }
  const add = (document: Document) => {
    change([...latest.current, pictureOf(document)])
    setNews(t("documents.added", { name: document.title }))
  }
  const move = (at: number, to: number) => {
    const next = [...latest.current]
    next.splice(to, 0, ...next.splice(at, 1))
    change(next)
    setNews(t("documents.moved", { number: to + 1, count: next.length }))
  }
  const remove = (at: number) => {
    change(latest.current.filter((_, position) => position !== at))
    setNews(t("documents.removed"))
    setTooMany(0)
    drop.current?.focus()
  }
  useLoadedImages(images, (image) => {
    latest.current = latest.current.map((one) => (one.document === image.document ? image : one))
    setImages(latest.current)
  })
  useFilesChosenBeforeScript(drop, isLive, send)

  return (
    <fieldset className="field imgf" ref={set}>
      <legend className="lbl">{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      <input type="hidden" name={name} value={images.length} />
      {isLive && images.length > 1 && <ImageOrder images={images} onMove={move} />}
      {images.length > 0 && (
        <ol className="imgs">
          {images.map((image, at) => (
            <li key={image.document}>
              <p className="h5">
                {t("documents.image_of", { number: at + 1, count: images.length })}
                {at === 0 && images.length > 1 && <span className="t2 small"> {t("documents.first_note")}</span>}
              </p>
              <ImageDetails
                name={`${name}.${at}`}
                image={image}
                number={at + 1}
                shape={shape}
                isLive={isLive}
                onChange={(next) => change(latest.current.map((one) => (one.document === next.document ? next : one)))}
              >
                {isLive ? (
                  <div className="bar">
                    <Button
                      kind="bare"
                      iconOnly
                      icon={ArrowUp}
                      aria-disabled={at === 0 || undefined}
                      onClick={() => at > 0 && move(at, at - 1)}
                    >
                      {t("documents.earlier", { number: at + 1 })}
                    </Button>
                    <Button
                      kind="bare"
                      iconOnly
                      icon={ArrowDown}
                      aria-disabled={at === images.length - 1 || undefined}
                      onClick={() => at < images.length - 1 && move(at, at + 1)}
                    >
                      {t("documents.later", { number: at + 1 })}
                    </Button>
                    <Button kind="bare" iconOnly icon={Trash} onClick={() => remove(at)}>
                      {t("documents.remove_image_of", { number: at + 1 })}
                    </Button>
                  </div>
                ) : (
                  images.length > 1 && (
                    <TextField
                      name={`${name}.${at}.order`}
                      label={t("documents.place_in_order")}
                      inputMode="numeric"
                      defaultValue={at + 1}
                    />
                  )
                )}
              </ImageDetails>
            </li>
          ))}
        </ol>
      )}
      {images.length < mostImages && (
        <>
          <FileDrop
            id={field.id}
            name={`${name}.new.file`}
            label={
              isLive
                ? t("documents.add_images")
                : t(images.length > 0 ? "documents.another_image" : "documents.choose_image")
            }
            hint={`${t("documents.image_limits")} ${t("documents.most_images", { count: mostImages })}`}
            accept={acceptedImages}
            isLive={isLive}
            isSeveral
            isSmall={images.length > 0}
            isBusy={queued.isBusy}
            errors={errors}
            onFiles={send}
            input={drop}
          />
          {!isLive && <PlainWords name={`${name}.new`} />}
        </>
      )}
      {tooMany > 0 && (
        <p className="error" role="alert">
          <WarningCircleFill />
          {t("documents.too_many", { count: tooMany, most: mostImages })}
        </p>
      )}
      {chosen.length > 0 && (
        <Suspense>
          <ImageQueue chosen={chosen} owner={owner} onAdded={add} onNews={setNews} onChange={setQueued} />
        </Suspense>
      )}
      <span className="vh" role="status">
        {news}
      </span>
    </fieldset>
  )
}

/** Ends the wait for a queue that could not be loaded, each time that files are chosen. */
function LostQueue({ onChange }: ImageQueueProps) {
  useEffect(() => onChange(nothingQueued))
  return <LostPart />
}

/** Collects the errors of the field and of each image. */
function useErrors(name: string): string[] {
  const { outcome } = useFormState()
  const fields = Object.entries(outcome?.fields ?? {})
  return fields.flatMap(([field, sentences]) =>
    field === name || field === `${name}.new` || new RegExp(`^${name}\\.\\d+(\\.document)?$`).test(field)
      ? sentences
      : [],
  )
}
