import type { CSSProperties } from "react"
import type { Picture } from "#features/documents/image/picture.ts"
import { mediaPaths } from "#features/documents/ui/media-address.ts"
import { classes } from "#ui/classes.ts"
import { type InkName, inkOf } from "#ui/poster/inks.ts"
import type { ActorType } from "../actor-types.ts"
import { initials } from "./initials.ts"

type ActorAvatarProps = {
  type: ActorType
  name: string
  /** Selects the ink; the fid rather than the name, so that a renamed page keeps its colour. */
  fid?: string
  image?: Pick<Picture, "url" | "srcset" | "width" | "height" | "focal_point"> | null
  size?: "xs" | "sm" | "md" | "lg" | "xl"
  ink?: InkName
  /** Whether the image is visible at once and loads with the page. */
  eager?: boolean
}

/** An actor in the shape of its type, with its image, or its initials on an ink. Decorative: its name stands beside it. */
export function ActorAvatar({ type, name, fid, image, size, ink, eager }: ActorAvatarProps) {
  const colour = ink ?? inkOf(fid ?? name)
  return (
    <span
      className={classes("av", `av--${type}`, size && `av--${size}`)}
      style={{ "--ink": `var(--ink-${colour})` } as CSSProperties}
      aria-hidden="true"
    >
      {image ? (
        <img
          src={mediaPaths(image.url)}
          srcSet={mediaPaths(image.srcset)}
          sizes={size === "xl" ? "(max-width: 48rem) 12rem, 24rem" : "6rem"}
          width={image.width}
          height={image.height}
          style={{ objectPosition: image.focal_point.map((part) => `${part * 100}%`).join(" ") }}
          alt=""
          loading={eager ? "eager" : "lazy"}
          decoding="async"
        />
      ) : (
        initials(name)
      )}
    </span>
  )
}
