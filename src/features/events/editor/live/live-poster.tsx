import type { CSSProperties, Ref } from "react"
import type { Picture } from "#features/documents/image/picture.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Shuffle, UploadSimple } from "#ui/seldom-icons.tsx"
import { Poster } from "#ui/poster/poster-view.tsx"
import type { PosterWords } from "#ui/poster/poster.ts"
import { mediaPaths } from "#features/documents/ui/media-address.ts"
import type { Event } from "../../event.ts"
import { shownDate } from "../../dates/shown-date.ts"
import { posterWords } from "../../ui/event-words.ts"

type LivePosterProps = {
  event: Event
  image: Picture | undefined
  roll: number
  onRoll: (roll: number) => void
  anchor: Ref<HTMLElement>
}

/** The poster, redrawn during typing, with a button for another draw and the next four to choose from. */
export function LivePoster({ event, image, roll, onRoll, anchor }: LivePosterProps) {
  const t = useMessages()
  const date = shownDate(event)
  const isDated = event.occurrences.length > 0
  const drawn = posterWords(t, { ...event, poster_roll: roll }, date)
  const words: PosterWords = {
    ...drawn,
    title: drawn.title || t("event-editor.no_title_yet"),
    ...(isDated ? {} : { day: "", time: "" }),
  }
  return (
    <aside className="preview event-preview" aria-label={t("event-editor.poster")} ref={anchor}>
      <p className="lab t2">{t("event-editor.poster_live")}</p>
      <div className="event-preview__now">{image ? <Whole image={image} /> : <Poster {...words} />}</div>
      <div className="bar event-preview__do">
        {!image && (
          <Button className="needs-script" icon={Shuffle} onClick={() => onRoll(roll + 1)}>
            {t("event-editor.another_draw")}
          </Button>
        )}
        <a className="btn" href="#images">
          <UploadSimple />
          {t("event-editor.my_image")}
        </a>
      </div>
      {!image && (
        <ul className="event-preview__draws needs-script" aria-label={t("event-editor.draws")}>
          {[1, 2, 3, 4].map((step) => (
            <li key={step}>
              <button
                type="button"
                aria-label={t("event-editor.draw_number", { number: step })}
                onClick={() => onRoll(roll + step)}
              >
                <Poster {...words} roll={roll + step} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="micro t3">{t("event-editor.image_note")}</p>
    </aside>
  )
}

function Whole({ image }: { image: Picture }) {
  const [x, y] = image.focal_point
  return (
    <div
      className="poster poster--img poster--whole"
      style={{ "--focus-x": `${x * 100}%`, "--focus-y": `${y * 100}%` } as CSSProperties}
    >
      <img
        src={mediaPaths(image.url)}
        srcSet={mediaPaths(image.srcset)}
        sizes="(min-width: 64rem) 20rem, 60vw"
        width={image.width}
        height={image.height}
        alt={image.alt}
      />
    </div>
  )
}
