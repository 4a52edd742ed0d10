import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { classes } from "#ui/classes.ts"
import { Check, DownloadSimple, Plus } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"
import type { Document } from "../../document.ts"
import { clock } from "../../sound/chapters.ts"
import { mediaPaths } from "../media-address.ts"
import { PlayButton } from "./play-button.tsx"
import { addToQueue, current, lengthOf, play, seek, usePlayer, useTime } from "./player-store.ts"
import { type Track, trackOf } from "./track.ts"
import { SeekableWave, Wave } from "./wave.tsx"

type TrackRowProps = {
  sound: Document
  /** The list it belongs to, which the player queues. */
  tracks: readonly Track[]
  /** Shown below the title instead of the author. */
  detail?: React.ReactNode
}

/** A sound in a list, played in place, also without script. */
export function TrackRow({ sound, tracks, detail }: TrackRowProps) {
  const t = useMessages()
  const player = usePlayer()
  const [isAdded, setAdded] = useState(false)
  const { id, title, actor, duration, credit, licence } = sound
  const track = trackOf(sound)
  const at = tracks.findIndex((one) => one.id === id)
  const isCurrent = current(player)?.id === id
  const isPlaying = isCurrent && player.isPlaying
  const download = sound.sound?.download
  return (
    <li className={classes("track", isCurrent && "track--on")}>
      <PlayButton title={title} isCurrent={isCurrent} isPlaying={isPlaying} onClick={() => play(tracks, at)} />
      <div className="track__txt">
        <h3>
          <Link to={paths.sound(id)}>{title}</Link>
        </h3>
        <p className="small t2">
          {detail === undefined && actor ? <Link to={paths.actor(actor.fid)}>{actor.name}</Link> : detail}
          <span className="track__facts">
            {facts(sound).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </span>
        </p>
        {sound.sound && <SoundState sound={sound} />}
        {track && (
          <noscript>
            <audio controls preload="none" src={mediaPaths(sound.sound?.sources.at(-1)?.url ?? "")}>
              <track kind="captions" />
            </audio>
          </noscript>
        )}
      </div>
      {isCurrent && track ? (
        <CurrentWave track={track} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- one more way than the button beside it, for the mouse
        <div
          className="track__wave"
          onClick={({ clientX, currentTarget }) => {
            const { left, width } = currentTarget.getBoundingClientRect()
            play(tracks, at, { from: ((clientX - left) / width) * (duration ?? 0) })
          }}
        >
          <Wave peaks={track?.peaks ?? null} />
        </div>
      )}
      {isCurrent ? <CurrentTime /> : <span className="small t2 num">{duration ? clock(duration) : ""}</span>}
      <span className="track__do">
        {player.queue.length > 0 && track && !isCurrent && (
          <Button
            kind="bare"
            icon={isAdded ? Check : Plus}
            iconOnly
            isBusy={isAdded}
            onClick={() => {
              addToQueue(track)
              setAdded(true)
            }}
          >
            {t(isAdded ? "sound.added" : "sound.add", { title })}
          </Button>
        )}
        {download && (
          <a
            className="btn btn--bare btn--icon"
            href={mediaPaths(download.url)}
            download={`${title}.${download.url.split(".").at(-1)}`}
            title={[licence, credit].filter(Boolean).join(" · ")}
          >
            <DownloadSimple />
            <span className="vh">{t("sound.download", { title })}</span>
          </a>
        )}
      </span>
    </li>
  )
}

/** Lists the credit, if it differs from the author, and the licence. */
function facts({ credit, licence, actor }: Document): string[] {
  return [credit && credit !== actor?.name ? credit : undefined, licence].filter((one): one is string => Boolean(one))
}

/** Why a sound cannot be played yet, for its editors. */
export function SoundState({ sound: { sound } }: { sound: Document }) {
  const t = useMessages()
  if (!sound || sound.state === "ready" || sound.state === "original") return null
  const words = sound.state === "waiting" ? t("sound.waiting") : t(`sound.failed_${sound.reason ?? "unreadable"}`)
  return <p className={sound.state === "failed" ? "small error" : "small t3"}>{words}</p>
}

function CurrentWave({ track }: { track: Track }) {
  const time = useTime()
  return <SeekableWave peaks={track.peaks} title={track.title} time={time} duration={lengthOf()} onSeek={seek} />
}

function CurrentTime() {
  const t = useMessages()
  const time = useTime()
  const length = lengthOf()
  return (
    <span className="small t2 num">
      {length > 0 ? t("sound.of", { time: clock(time), duration: clock(length) }) : clock(time)}
    </span>
  )
}
