import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { clock } from "../../sound/chapters.ts"
import { barsOf } from "../../sound/peaks.ts"

const bars = 80
const [width, height] = [400, 36]

type WaveProps = {
  peaks: string | null
  /** The part already played, 0 to 1. */
  played?: number
}

/** The waveform of a sound. Decorative: a slider over it, or the text beside it, tells the position. */
export function Wave({ peaks, played = 0 }: WaveProps) {
  const path = useMemo(() => drawn(peaks), [peaks])
  return (
    <svg className="wave" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
      {played > 0 && <path className="on" d={path} style={{ clipPath: `inset(0 ${(1 - played) * 100}% 0 0)` }} />}
    </svg>
  )
}

/** Draws the bars of a waveform, or a line if it is unknown. */
function drawn(peaks: string | null) {
  if (!peaks) return `M0 ${height / 2 - 1.5}h${width}v3h-${width}z`
  const step = width / bars
  return barsOf(peaks, bars)
    .map((bar, at) => {
      const tall = Math.max(2, bar * height)
      return `M${(at * step).toFixed(1)} ${((height - tall) / 2).toFixed(1)}h2.8v${tall.toFixed(1)}h-2.8z`
    })
    .join("")
}

type SeekProps = WaveProps & {
  /** Title of the track, such as « Veilleuse ». */
  title: string
  time: number
  duration: number
  onSeek: (to: number) => void
}

const small = 5
const large = 30

/** The waveform of the current track, for seeking by mouse, finger and keyboard (←/→ 5 s, Page 30 s, Home, End). */
export function SeekableWave({ peaks, title, time, duration, onSeek }: SeekProps) {
  const t = useMessages()
  const place = useRef<HTMLDivElement>(null)
  const toPointer = ({ clientX }: PointerEvent) => {
    const box = place.current?.getBoundingClientRect()
    if (box && duration > 0) onSeek(Math.max(0, Math.min(1, (clientX - box.left) / box.width)) * duration)
  }
  const onKey = (press: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: time - small,
      ArrowDown: time - small,
      ArrowRight: time + small,
      ArrowUp: time + small,
      PageDown: time - large,
      PageUp: time + large,
      Home: 0,
      End: duration,
    }
    const to = steps[press.key]
    if (to === undefined || press.altKey || press.ctrlKey || press.metaKey) return
    press.preventDefault()
    press.stopPropagation()
    onSeek(to)
  }
  return (
    <div
      ref={place}
      className="seek"
      role="slider"
      tabIndex={0}
      aria-label={t("sound.position_in", { title })}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(Math.min(time, duration))}
      aria-valuetext={t("sound.position", { time: clock(time), duration: clock(duration) })}
      onKeyDown={onKey}
      onPointerDown={(press) => {
        if (press.button !== 0) return
        press.currentTarget.setPointerCapture(press.pointerId)
        toPointer(press)
      }}
      onPointerMove={(move) => move.currentTarget.hasPointerCapture(move.pointerId) && toPointer(move)}
    >
      <Wave peaks={peaks} played={duration > 0 ? Math.min(1, time / duration) : 0} />
    </div>
  )
}
