import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { PauseFill, PlayFill } from "#ui/icons.tsx"

type PlayButtonProps = {
  title: string
  /** Is it what the player holds, and is it heard now? */
  isCurrent: boolean
  isPlaying: boolean
  onClick: () => void
}

/** Plays a sound where it stands, and pauses it. */
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
