import { useMessages } from "#i18n/messages-context.ts"
import { titleSize } from "#ui/poster/title-size.ts"
import { ArrowLeft, DownloadSimple, PauseFill, PlayFill } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { CopyCode } from "#ui/editing/copy-field.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import type { PageHandle } from "#web/navigation/page-handle.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import { useSite } from "#web/page/site.ts"
import { fromDocument } from "#web/speed/document-data.tsx"
import type { Document } from "../document.ts"
import { clock } from "../sound/chapters.ts"
import { addressOfLicence } from "../sound/licence.ts"
import { mediaPaths } from "../ui/media-address.ts"
import { current, lengthOf, play, seek, usePlayer, useTime } from "../ui/player/player-store.ts"
import { trackOf } from "../ui/player/track.ts"
import { SoundState } from "../ui/player/track-row.tsx"
import { SeekableWave } from "../ui/player/wave.tsx"
import type { Route } from "./+types/sound"
import "../ui/player/player.css"

export const handle: PageHandle<Document> = { check: ({ type }) => type === "Audio" }

const load = page(
  ({ api, params }: PageArguments<{ id: string }>) => api.get("/api/documents/{id}/", { id: params.id }),
  handle,
)
export const loader = (args: Route.LoaderArgs) => load.inDocument(args)
export const clientLoader = load.client

export default fromDocument(function SoundPage({ loaderData: document }: { loaderData: Document }) {
  const t = useMessages()
  const site = useSite()
  const { id, title, description, actor, credit, licence, sound, visibility } = document
  const track = trackOf(document)
  const where = licence && addressOfLicence(licence)
  const frame = `<iframe src="${site?.url ?? ""}${inLanguagePath(`/embed/sounds/${id}`, t.language)}" title="${title.replaceAll(/[&"<>]/g, " ")}" width="100%" height="132" loading="lazy" style="border:0"></iframe>`
  return (
    <article className="wrap sound">
      <PageMeta
        title={actor ? `${title} · ${actor.name}` : title}
        description={description ?? undefined}
        type="music.song"
        noindex={visibility !== "public"}
        image={sound?.cover ? { url: sound.cover, alt: "" } : undefined}
      />
      <div className="bar actor-up">
        <Link className="up" to={actor ? `${paths.actor(actor.fid, { tab: "listen" })}#listen` : paths.sounds()}>
          <ArrowLeft />
          {actor?.name ?? t("layout.audio")}
        </Link>
      </div>
      <header className="head">
        <h1 className={titleSize(title)} tabIndex={-1}>
          {title}
        </h1>
        <p className="lead t2">
          {[sound?.album, document.duration ? clock(document.duration) : ""].filter(Boolean).join(" · ")}
        </p>
      </header>
      <SoundState sound={document} />
      {track && <Playing track={track} duration={document.duration ?? 0} />}
      {track && (
        <noscript>
          <audio controls preload="none" src={mediaPaths(sound?.sources.at(-1)?.url ?? "")}>
            <track kind="captions" />
          </audio>
        </noscript>
      )}
      {description && <p className="read sound__transcript">{description}</p>}
      {sound && sound.chapters.length > 0 && track && (
        <section className="sound__chapters">
          <h2 className="h3">{t("sound.chapters")}</h2>
          <ol className="rows">
            {sound.chapters.map((chapter) => (
              <li key={`${chapter.start} ${chapter.title}`}>
                <button type="button" onClick={() => play([track], 0, { from: chapter.start })}>
                  <span className="num t2">{clock(chapter.start)}</span>
                  {chapter.title}
                </button>
              </li>
            ))}
          </ol>
        </section>
      )}
      {sound?.transcript && (
        <section>
          <h2 className="h3">{t("sound.transcript")}</h2>
          <p className="read sound__transcript">{sound.transcript}</p>
        </section>
      )}
      <p className="bar small t2">
        {credit && <span>{credit}</span>}
        {licence &&
          (where ? (
            <a className="link" href={where} rel="license">
              {licence}
            </a>
          ) : (
            <span>{licence}</span>
          ))}
        {sound?.download && (
          <a
            className="btn"
            href={mediaPaths(sound.download.url)}
            download={`${title}.${sound.download.url.split(".").at(-1)}`}
          >
            <DownloadSimple />
            {t("sound.download_it")}
          </a>
        )}
      </p>
      {track && visibility !== "managers" && (
        <details className="no-print">
          <summary className="btn">{t("sound.embed")}</summary>
          <CopyCode label={t("sound.embed_code")} code={frame}>
            {t("sound.embed_copy")}
          </CopyCode>
        </details>
      )}
    </article>
  )
})

function Playing({ track, duration }: { track: NonNullable<ReturnType<typeof trackOf>>; duration: number }) {
  const t = useMessages()
  const player = usePlayer()
  const time = useTime()
  const isCurrent = current(player)?.id === track.id
  const isPlaying = isCurrent && player.isPlaying
  const at = isCurrent ? time : 0
  const length = isCurrent ? lengthOf() : duration
  return (
    <div className="sound__player">
      <button
        type="button"
        className="play play--on"
        aria-label={t(isPlaying ? "sound.pause" : "sound.play", { title: track.title })}
        onClick={() => play([track], 0)}
      >
        {isPlaying ? <PauseFill /> : <PlayFill />}
      </button>
      <SeekableWave
        peaks={track.peaks}
        title={track.title}
        time={at}
        duration={length}
        onSeek={(to) => (isCurrent ? seek(to) : play([track], 0, { from: to }))}
      />
      <span className="small t2 num">{t("sound.of", { time: clock(at), duration: clock(length) })}</span>
    </div>
  )
}
