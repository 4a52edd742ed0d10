import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { PauseFill, PlayFill } from "#ui/icons.tsx"

type PlayButtonProps = {
  title: string
  /** Whether it is the player's current track, and whether that is playing. */
  isCurrent: boolean
  isPlaying: boolean
  onClick: () => void
}

/** A button that plays a sound in place, and pauses it. */
export function PlayButton({ title, isCurrent, isPlaying, onClick }: PlayButtonProps) {
  const t = useMessages()
  return (
    <button
      type="button"
      className={classes("play", isCurrent && "play--on")}
      aria-label={t(isPlaying ? "sound.pause" : "sound.play", { title })}
      onClick={onClick}
    >
      {isPlaying ? <PauseFill /> : <PlayFill />}
    </button>
  )
}
