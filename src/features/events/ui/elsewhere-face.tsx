import { mediaPaths } from "#features/documents/ui/media-address.ts"
import "./elsewhere.css"

/** The face of somebody on another server, beside their name, if it is known. Decorative. */
export function ElsewhereFace({ avatar }: { avatar: string | null }) {
  if (!avatar) return null
  return (
    <img
      className="elsewhere__face"
      src={mediaPaths(avatar)}
      width={32}
      height={32}
      alt=""
      aria-hidden="true"
      loading="lazy"
      decoding="async"
    />
  )
}
