import { type ReactNode, useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Trash } from "#ui/seldom-icons.tsx"
import { notifyForm } from "#ui/reveal.ts"
import { TextField } from "#ui/fields/text-field.tsx"
import { useHydrated } from "#ui/in-browser.ts"
import { useFilled } from "#web/editing/edit-form.tsx"
import { useField } from "#web/editing/form-parts.tsx"
import { acceptedImages } from "../../document-types.ts"
import type { Picture } from "../../image/picture.ts"
import "../documents.css"
import { FileDrop } from "../file-drop.tsx"
import { ImageDetails, PlainFocalPoint, type ThumbnailShape } from "./image-details.tsx"
import { pictureOf } from "./picture-of.ts"
import { restoredImage, useLoadedImages } from "../restored.ts"
import { noOwner, type UploadFor, useUpload } from "../use-upload.ts"

type ImageFieldProps = {
  /** Name of the form field, such as `avatar`; its handler reads it with `imageFrom(sent, "avatar")`. */
  name: string
  label: string
  hint?: ReactNode
  /** The present image. */
  image: Picture | null
  shape: ThumbnailShape
  /** The page or event it is for; empty while that does not exist yet. */
  owner?: UploadFor
  /** Called with every change, for a preview beside the form. */
  onChange?: (image: Picture | null) => void
}

/**
 * An image in a form. With script it is uploaded as soon as it is chosen or dropped, and the form sends its id; without, it is
 * sent with the form, which has to accept files (`<Form hasFiles>`).
 */
export function ImageField({ name, label, hint, image: given, shape, owner = noOwner, onChange }: ImageFieldProps) {
  const t = useMessages()
  const isLive = useHydrated()
  const field = useField(name)
  const filled = useFilled()
  const [image, setImage] = useState(() => restoredImage(given, filled, name))
  const [news, setNews] = useState("")
  const upload = useUpload({ ...owner, type: "Image", visibility: "unlisted" })
  const drop = useRef<HTMLInputElement>(null)
  const set = useRef<HTMLFieldSetElement>(null)
  const removed = useRef(false)

  const change = (next: Picture | null) => {
    setImage(next)
    onChange?.(next)
    queueMicrotask(() => notifyForm(set.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null))
  }
  const send = async (file: File | undefined) => {
    const document = file && (await upload.send(file))
    if (!document) return
    change(pictureOf(document))
    setNews(t("documents.added", { name: document.title }))
  }
  useLoadedImages(image ? [image] : [], setImage)
  useFilesChosenBeforeScript(drop, isLive, (files) => void send(files[0]))
  useEffect(() => {
    // The button that had the focus was removed with the image.
    if (image === null && removed.current) drop.current?.focus()
    removed.current = false
  }, [image])

  const errors = [...(field.error ?? [])]
  return (
    <fieldset className="field imgf" ref={set}>
      <legend className="lbl">{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      {image ? (
        <ImageDetails key={image.document} name={name} image={image} shape={shape} isLive={isLive} onChange={change}>
          {isLive && (
            <Button
              kind="bare"
              icon={Trash}
              onClick={() => {
                removed.current = true
                change(null)
                setNews(t("documents.removed"))
              }}
            >
              {t("documents.remove_image")}
            </Button>
          )}
        </ImageDetails>
      ) : (
        <input type="hidden" name={name} value="" />
      )}
      <FileDrop
        id={field.id}
        name={`${name}.file`}
        label={image ? t("documents.replace_image") : t("documents.choose_image")}
        hint={t("documents.image_limits")}
        accept={acceptedImages}
        isLive={isLive}
        isSmall={image !== null}
        upload={upload}
        errors={errors}
        onFiles={([file]) => void send(file)}
        input={drop}
      />
      {!image && !isLive && <PlainWords name={name} />}
      <span className="vh" role="status">
        {news}
      </span>
    </fieldset>
  )
}

/** The description fields of an image that is sent with the form. */
export function PlainWords({ name }: { name: string }) {
  const t = useMessages()
  const focal = useField(`${name}.focal`)
  return (
    <>
      <TextField
        {...useField(`${name}.alt`)}
        label={t("documents.alt")}
        hint={t("documents.alt_hint")}
        maxLength={1000}
        isOptional
      />
      <TextField
        {...useField(`${name}.credit`)}
        label={t("documents.credit")}
        hint={t("documents.credit_hint")}
        maxLength={300}
        isOptional
      />
      <PlainFocalPoint name={focal.name} id={focal.id} />
    </>
  )
}

/** Uploads files that were chosen before script arrived, so that they need not be chosen again. */
export function useFilesChosenBeforeScript(
  input: React.RefObject<HTMLInputElement | null>,
  isLive: boolean,
  send: (files: File[]) => void,
) {
  useEffect(() => {
    const files = [...(input.current?.files ?? [])]
    if (!isLive || files.length === 0 || !input.current) return
    input.current.value = ""
    send(files)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [isLive])
}
