import { useId } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { CaretDownBold, X } from "#ui/icons.tsx"
import {
  jump,
  type PlayerState,
  rates,
  removeFromQueue,
  setRate,
  setSleep,
  setVolume,
  type Sleep,
  sleeps,
} from "./player-store.ts"

/** Speed, volume, when to fall silent, and what comes. */
export function PlayerOptions({ player }: { player: PlayerState }) {
  const t = useMessages()
  const id = useId()
  const { queue, at, rate, volume, sleep } = player
  return (
    <div className="wrap player__options" id="player-options">
      <div className="field">
        <label htmlFor={`${id}-rate`}>{t("sound.speed")}</label>
        <div className="withicon">
          <select
            id={`${id}-rate`}
            className="input"
            value={rate}
            onChange={({ currentTarget }) => setRate(Number(currentTarget.value))}
          >
            {rates.map((one) => (
              <option key={one} value={one}>
                {t("sound.times", { rate: t.number(one) })}
              </option>
            ))}
          </select>
          <CaretDownBold />
        </div>
      </div>
      <div className="field">
        <label htmlFor={`${id}-volume`}>{t("sound.volume")}</label>
        <input
          id={`${id}-volume`}
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={volume}
          aria-valuetext={t.number(volume, { style: "percent" })}
          onChange={({ currentTarget }) => setVolume(Number(currentTarget.value))}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-sleep`}>{t("sound.sleep")}</label>
        <div className="withicon">
          <select
            id={`${id}-sleep`}
            className="input"
            value={sleep}
            onChange={({ currentTarget }) => setSleep(currentTarget.value as Sleep)}
          >
            {sleeps.map((one) => (
              <option key={one} value={one}>
                {one === "off"
                  ? t("sound.sleep_off")
                  : one === "end"
                    ? t("sound.sleep_end")
                    : t("sound.sleep_in", { minutes: Number(one) })}
              </option>
            ))}
          </select>
          <CaretDownBold />
        </div>
      </div>
      {queue.length > 1 && (
        <div className="player__queue">
          <h2 className="h4">{t("sound.queue")}</h2>
          <ol>
            {queue.map((track, index) => (
              <li key={track.id} aria-current={index === at ? "true" : undefined}>
                <button type="button" onClick={() => jump(index)}>
                  {track.title}
                  {track.by && <span className="t2"> · {track.by.name}</span>}
                </button>
                {index !== at && (
                  <Button kind="bare" icon={X} iconOnly onClick={() => removeFromQueue(index)}>
                    {t("sound.remove", { title: track.title })}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}
