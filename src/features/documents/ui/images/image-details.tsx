import type { CSSProperties, ReactNode } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import type { MessageId } from "#i18n/messages.ts"
import type { PlainMessageId } from "#ui/plain-message.ts"
import { Checkbox } from "#ui/fields/choice.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { useField } from "#web/editing/form-parts.tsx"
import type { Picture } from "../../image/picture.ts"
import { FocalPoint } from "./focal-point.tsx"
import { mediaPaths } from "../media-address.ts"

/** The crop of a thumbnail: an event's poster, the banner above a page, or the shape of an actor type. */
export type ThumbnailShape = "poster" | "banner" | "person" | "group" | "place" | "organizer"

type ImageDetailsProps = {
  /** Prefix of the field names, such as `avatar` or `images.2`. */
  name: string
  image: Picture
  /** Position among several images; undefined for a single one. */
  number?: number
  shape: ThumbnailShape
  isLive: boolean
  onChange: (image: Picture) => void
  /** Further actions. */
  children?: ReactNode
}

/** An image in an editor: uncropped, with its thumbnail, description, credit and focal point. */
export function ImageDetails({ name, image, number, shape, isLive, onChange, children }: ImageDetailsProps) {
  const t = useMessages()
  const alt = useField(`${name}.alt`, image.alt)
  const credit = useField(`${name}.credit`, image.credit ?? "")
  const focal = useField(`${name}.focal`)
  const [x, y] = image.focal_point
  return (
    <div className="imgd">
      <input type="hidden" name={name} value={image.document} />
      {(image.url === "" || (isLive && shape === "banner")) && (
        <input type="hidden" name={focal.name} value={`${x},${y}`} />
      )}
      <div className="imgd__shown">
        {image.url === "" ? (
          <div className="sk imgd__wait" />
        ) : isLive && shape !== "banner" ? (
          <FocalPoint
            id={focal.id}
            name={focal.name}
            label={number === undefined ? t("documents.focal") : t("documents.focal_of", { number })}
            image={image}
            point={[x, y]}
            onChange={(point) => onChange({ ...image, focal_point: point })}
          />
        ) : (
          <img
            className="imgd__plain"
            src={mediaPaths(image.url)}
            srcSet={mediaPaths(image.srcset)}
            sizes="(min-width: 64rem) 30rem, 90vw"
            width={image.width}
            height={image.height}
            alt={image.alt}
          />
        )}
      </div>
      <div className="imgd__said">
        <TextField
          {...alt}
          label={number === undefined ? t("documents.alt") : t("documents.alt_of", { number })}
          hint={t("documents.alt_hint")}
          maxLength={1000}
          isOptional
          onChange={(typed) => onChange({ ...image, alt: typed.currentTarget.value })}
        />
        <TextField
          {...credit}
          label={number === undefined ? t("documents.credit") : t("documents.credit_of", { number })}
          hint={t("documents.credit_hint")}
          maxLength={300}
          isOptional
          onChange={(typed) => onChange({ ...image, credit: typed.currentTarget.value })}
        />
        {isLive ? (
          <div className="imgd__thumb">
            {shape !== "banner" && (
              <>
                <div
                  className={`thumb thumb--${shape}`}
                  style={{ "--focus-x": `${x * 100}%`, "--focus-y": `${y * 100}%` } as CSSProperties}
                  aria-hidden="true"
                >
                  {image.url !== "" && (
                    <img src={mediaPaths(image.url)} srcSet={mediaPaths(image.srcset)} sizes="10rem" alt="" />
                  )}
                </div>
                <span className="small t2">{t("documents.thumbnail")}</span>
              </>
            )}
            {children}
          </div>
        ) : (
          <>
            <PlainFocalPoint name={focal.name} id={focal.id} point={image.focal_point} />
            {children}
            <Checkbox name={`${name}.remove`} value="yes">
              {number === undefined ? t("documents.remove_image") : t("documents.remove_image_of", { number })}
            </Checkbox>
          </>
        )}
      </div>
    </div>
  )
}

const places = { center: "0.5,0.5", top: "0.5,0.2", bottom: "0.5,0.8", left: "0.2,0.5", right: "0.8,0.5" } as const

/** The choice of a focal point without script. */
export function PlainFocalPoint({ name, id, point }: { name: string; id: string; point?: [number, number] }) {
  const t = useMessages()
  const now = point?.join(",")
  const isOther = now !== undefined && !(Object.values(places) as string[]).includes(now)
  const options = Object.entries(places).map(([key, value]) => ({
    value: value as string,
    label: t(`documents.focal_${key}` as MessageId as PlainMessageId),
  }))
  return (
    <Select
      id={id}
      name={name}
      label={t("documents.focal")}
      defaultValue={now ?? places.center}
      options={isOther ? [{ value: now, label: t("documents.focal_as_is") }, ...options] : options}
    />
  )
}
