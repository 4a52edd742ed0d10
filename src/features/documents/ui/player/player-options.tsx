import { useId } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Button } from "#ui/button.tsx"
import { Select } from "#ui/fields/select.tsx"
import { X } from "#ui/icons.tsx"
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

/** Speed, volume, sleep timer and queue. */
export function PlayerOptions({ player }: { player: PlayerState }) {
  const t = useMessages()
  const id = useId()
  const { queue, at, rate, volume, sleep } = player
  return (
    <div className="wrap player__options" id="player-options">
      <Select
        label={t("sound.speed")}
        name="rate"
        value={String(rate)}
        options={rates.map((one) => ({
          value: String(one),
          label: t("sound.times", { rate: t.number(one) }),
        }))}
        onChange={({ currentTarget }) => setRate(Number(currentTarget.value))}
      />
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
      <Select
        label={t("sound.sleep")}
        name="sleep"
        value={sleep}
        options={sleeps.map((one) => ({ value: one, label: sleepWords(t, one) }))}
        onChange={({ currentTarget }) => setSleep(currentTarget.value as Sleep)}
      />
      {queue.length > 1 && (
        <div className="player__queue">
          <h2 className="h5">{t("sound.queue")}</h2>
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

function sleepWords(t: Messages, sleep: Sleep) {
  if (sleep === "off") return t("sound.sleep_off")
  if (sleep === "end") return t("sound.sleep_end")
  return t("sound.sleep_in", { minutes: Number(sleep) })
}
