import { mediaPaths } from "#features/documents/ui/media-address.ts"
import "./elsewhere.css"

/** The avatar of a person on another server, beside their name, when known. Decorative. */
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
