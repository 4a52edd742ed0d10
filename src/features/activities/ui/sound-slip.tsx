import { clock } from "#features/documents/sound/chapters.ts"
import { PlayButton } from "#features/documents/ui/player/play-button.tsx"
import { current, lengthOf, play, usePlayer, useTime } from "#features/documents/ui/player/player-store.ts"
import type { Track } from "#features/documents/ui/player/track.ts"
import { Wave } from "#features/documents/ui/player/wave.tsx"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"

/** Renders a sound on a slip of the feed, with a button that plays it in place. */
export default function SoundSlip({ track }: { track: Track }) {
  const player = usePlayer()
  const { id, title, duration, peaks } = track
  const isCurrent = current(player)?.id === id
  const isPlaying = isCurrent && player.isPlaying
  return (
    <article className="slip slip--sound">
      <PlayButton title={title} isCurrent={isCurrent} isPlaying={isPlaying} onClick={() => play([track], 0)} />
      <div className="slip__what">
        <h4 className="h5">
          <Link className="stretch" to={paths.sound(id)}>
            {title}
          </Link>
        </h4>
        {isCurrent ? <PlayedWave peaks={peaks} /> : <Wave peaks={peaks} />}
      </div>
      <span className="small t2 num">{duration ? clock(duration) : ""}</span>
    </article>
  )
}

function PlayedWave({ peaks }: Pick<Track, "peaks">) {
  const length = lengthOf()
  const time = useTime()
  return <Wave peaks={peaks} played={length > 0 ? Math.min(1, time / length) : 0} />
}
