import type { CSSProperties } from "react"
import { escapeHtml } from "#lib/text/escape-html.ts"
import { useHtml } from "../html.ts"
import { poster, type PosterGround, type PosterPieces, type PosterWords } from "./poster.ts"
import type { FigureName } from "./poster-figures.ts"

type PosterProps = PosterWords & {
  figure?: FigureName | undefined
  ground?: PosterGround | undefined
  /** The word on a strip across it: « Annulé ». */
  stamp?: string | undefined
}

/**
 * Shows a generated poster. It is hidden from assistive technology, because title, date and place always stand beside it as text.
 */
export function Poster({ figure, ground, stamp, ...words }: PosterProps) {
  const pieces = poster(words, { figure, ground })
  return (
    <div
      className={pieces.className}
      style={pieces.style as CSSProperties}
      aria-hidden="true"
      dangerouslySetInnerHTML={useHtml(inside(pieces, words, stamp))}
    />
  )
}

/** Renders one string instead of ten elements, since an agenda page has twenty posters. */
function inside({ svg, title }: PosterPieces, { day, time, place, city }: PosterWords, stamp?: string): string {
  const word = (text = "") => `<span>${escapeHtml(text)}</span>`
  return (
    // The figure comes from our own pure function and contains no text of the event.
    `<svg class="poster__fig" viewBox="0 0 300 400" preserveAspectRatio="xMidYMid slice">${svg}</svg>` +
    `<div class="poster__txt"><p class="poster__when">${word(day)}${word(time)}</p>` +
    `<p class="poster__title">${escapeHtml(title)}</p><p class="poster__where">${word(place)}${word(city)}</p></div>` +
    (stamp ? `<p class="${stripClass(stamp)}">${escapeHtml(stamp)}</p>` : "")
  )
}

/** Returns the class of a strip: words longer than « Annulé » are smaller on small posters. */
export function stripClass(stamp: string): string {
  return stamp.length > 9 ? "strip strip--long" : "strip"
}
