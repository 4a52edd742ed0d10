import type { CSSProperties } from "react"
import { poster, type PosterGround, type PosterWords } from "./poster.ts"
import type { FigureName } from "./poster-figures.ts"

type PosterProps = PosterWords & { figure?: FigureName | undefined; ground?: PosterGround | undefined }

/** A generated poster. Hidden from assistive technology: title, date and place always stand beside it as text. */
export function Poster({ figure, ground, ...words }: PosterProps) {
  const pieces = poster(words, { figure, ground })
  return (
    <div className={pieces.className} style={pieces.style as CSSProperties} aria-hidden="true">
      <svg
        className="poster__fig"
        viewBox="0 0 300 400"
        preserveAspectRatio="xMidYMid slice"
        // Our own pure function; no words of the event are in it.
        dangerouslySetInnerHTML={{ __html: pieces.svg }}
      />
      <div className="poster__txt">
        <p className="poster__when">
          <span>{words.day}</span>
          <span>{words.time}</span>
        </p>
        <p className="poster__title">{pieces.title}</p>
        <p className="poster__where">
          <span>{words.place}</span>
          <span>{words.city}</span>
        </p>
      </div>
    </div>
  )
}
