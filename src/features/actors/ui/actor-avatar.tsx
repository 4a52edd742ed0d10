import type { CSSProperties } from "react"
import { classes } from "#ui/classes.ts"
import { type InkName, inkOf } from "#ui/inks.ts"
import type { ActorType } from "../actor-types.ts"
import { initials } from "./initials.ts"

type ActorAvatarProps = {
  type: ActorType
  name: string
  /** What chooses the ink; the fid, so that a new name keeps its colour. */
  fid?: string
  image?: { url: string; width: number | null; height: number | null } | null
  size?: "xs" | "sm" | "md" | "lg" | "xl"
  ink?: InkName
  /** In view at once: loaded with the page. */
  eager?: boolean
}

/** An actor in the shape of its type, with its image or its initials on an ink. Decorative: its name stands beside it. */
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
          src={image.url}
          width={image.width ?? undefined}
          height={image.height ?? undefined}
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
