import { type MouseEvent, useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import type { Document } from "../document.ts"
import "./film.css"

type FilmProps = { title: string; film: NonNullable<Document["film"]> }

/**
 * A film on another site: a poster drawn here, replaced by the player once it is pressed. No request goes to the other site
 * before, and the player gets no cookies in browsers that support this. Without script, or for a host this instance does not
 * trust any more, it is a link.
 */
export function Film({ title, film: { url, player, host } }: FilmProps) {
  const t = useMessages()
  const [isShown, setIsShown] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (isShown) frame.current?.focus()
  }, [isShown])
  if (isShown)
    return (
      <iframe
        ref={frame}
        className="film"
        src={player}
        title={title}
        allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
        // YouTube refuses to play without a referrer.
        referrerPolicy="strict-origin"
        // The frame keeps its own origin, which is never ours.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
        {...withoutCookies}
      />
    )
  const show = (press: MouseEvent) => {
    if (!player || press.metaKey || press.ctrlKey || press.shiftKey) return
    press.preventDefault()
    setIsShown(true)
  }
  return (
    <div className="film__all">
      <a
        className="film"
        href={url}
        rel="noopener nofollow ugc"
        onClick={show}
        aria-label={t("films.watch", { title, host })}
      >
        <span className="film__play" aria-hidden="true">
          <svg viewBox="0 0 24 24">
            <path d="M7 4v16l13-8z" />
          </svg>
        </span>
        <span className="film__title d3" aria-hidden="true">
          {title}
        </span>
        <span className="film__host small" aria-hidden="true">
          {t("films.shown_by", { host })}
        </span>
      </a>
      {player && <p className="small t2">{t("films.asks", { host })}</p>}
    </div>
  )
}

/** React does not know this attribute yet: it gives the frame empty storage that is deleted afterwards. */
const withoutCookies = { credentialless: "" }
