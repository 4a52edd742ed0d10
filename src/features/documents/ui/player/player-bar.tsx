import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { useFootBar } from "#ui/foot.ts"
import { PauseFill, PlayFill, SlidersHorizontal, WarningCircleFill, X } from "#ui/icons.tsx"
import { SkipBackFill, SkipForwardFill } from "#ui/seldom-icons.tsx"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"
import { clock } from "../../sound/chapters.ts"
import { PlayerOptions } from "./player-options.tsx"
import {
  back,
  persistPlayer,
  close,
  current,
  lengthOf,
  next,
  seek,
  toggle,
  usePlayer,
  useTime,
} from "./player-store.ts"
import { SeekableWave } from "./wave.tsx"
import "./player.css"

/** The player below every page; it goes on playing during navigation. */
export function PlayerBar() {
  const t = useMessages()
  const player = usePlayer()
  const [isOpen, setOpen] = useState(false)
  const bar = useRef<HTMLElement>(null)
  useEffect(persistPlayer, [])
  const track = current(player)
  return track ? (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys beside the buttons in it, which do the same
    <aside className="player no-print" aria-label={t("sound.player")} ref={bar} onKeyDown={(press) => onKey(press)}>
      <Measured bar={bar} />
      {isOpen && <PlayerOptions player={player} />}
      <Progress />
      <div className="wrap player__in">
        <div className="player__now">
          {track.cover && <img src={track.cover} alt="" width={44} height={44} />}
          <div>
            <p>
              <Link to={paths.sound(track.id)}>{track.title}</Link>
            </p>
            {track.by && (
              <p className="small t2">
                <Link to={track.by.to}>{track.by.name}</Link>
              </p>
            )}
          </div>
          <span className="vh" role="status">
            {player.isPlaying ? t("sound.playing", { title: track.title }) : t("sound.paused")}
          </span>
        </div>
        <div className="player__do">
          <Button kind="bare" icon={SkipBackFill} iconOnly onClick={back} className="player__back">
            {t("sound.back")}
          </Button>
          <button
            type="button"
            className="play play--on"
            aria-label={t(player.isPlaying ? "sound.pause" : "sound.play", { title: track.title })}
            aria-busy={player.isWaiting || undefined}
            onClick={toggle}
          >
            {player.isPlaying ? <PauseFill /> : <PlayFill />}
          </button>
          <Button
            kind="bare"
            icon={SkipForwardFill}
            iconOnly
            onClick={next}
            isBusy={player.at >= player.queue.length - 1}
            className="player__next"
          >
            {t("sound.next")}
          </Button>
        </div>
        {player.isFailed ? (
          <p className="error player__way" role="alert">
            <WarningCircleFill />
            {t("sound.not_played")}
          </p>
        ) : (
          <Way title={track.title} peaks={track.peaks} />
        )}
        <div className="player__more">
          <Button
            kind="bare"
            icon={SlidersHorizontal}
            iconOnly
            aria-expanded={isOpen}
            aria-controls="player-options"
            onClick={() => setOpen(!isOpen)}
          >
            {t("sound.options")}
          </Button>
          <Button kind="bare" icon={X} iconOnly onClick={close}>
            {t("sound.close")}
          </Button>
        </div>
      </div>
    </aside>
  ) : null
}

/** Reports the height of the bar while the bar is shown. */
function Measured({ bar }: { bar: React.RefObject<HTMLElement | null> }) {
  useFootBar(bar)
  return null
}

function Progress() {
  const time = useTime()
  const length = lengthOf()
  const part = length > 0 ? Math.min(1, time / length) : 0
  return <div className="player__at" style={{ transform: `scaleX(${part})` }} aria-hidden="true" />
}

function Way({ title, peaks }: { title: string; peaks: string | null }) {
  const time = useTime()
  const duration = lengthOf()
  return (
    <div className="player__way">
      <span className="small num">{clock(time)}</span>
      <SeekableWave peaks={peaks} title={title} time={time} duration={duration} onSeek={seek} />
      <span className="small num t2">{duration > 0 ? clock(duration) : ""}</span>
    </div>
  )
}

/** Space plays and pauses anywhere in the bar except on a control; ← and → seek. */
function onKey(press: KeyboardEvent) {
  const isControl = (press.target as HTMLElement).closest("button, a, input, select, textarea") !== null
  if (isControl || press.altKey || press.ctrlKey || press.metaKey || press.key !== " ") return
  press.preventDefault()
  toggle()
}
