import { useEffect, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { hasInput, reload, reloadAfterLoadError } from "#lib/reload.ts"
import { Button } from "../button.tsx"
import { Note } from "../note.tsx"

/** Shown in place of a part that could not be loaded. The page does not reload by itself while it contains unsaved input. */
export function LostPart() {
  const t = useMessages()
  if (!useRecovery(hasInput)) return null
  return (
    <Note type="warning" role="alert" action={<Button onClick={reload}>{t("ui.reload")}</Button>}>
      <p>{t("ui.part_lost")}</p>
    </Note>
  )
}

/** Shown in place of a whole page that could not be loaded. */
export function LostScreen() {
  const t = useMessages()
  if (!useRecovery()) return null
  return (
    <div className="wrap grid justify-items-start gap-4 py-16" role="alert">
      <h1 className="d2" tabIndex={-1}>
        {t("ui.screen_lost")}
      </h1>
      <p className="lead t2">{t("ui.screen_lost_hint")}</p>
      <p>
        <Button kind="main" onClick={reload}>
          {t("ui.try_again")}
        </Button>
      </p>
    </div>
  )
}

const never = () => false

/**
 * Reloads the page, unless that cannot help or would lose input; returns whether to show the message. Tries again when the
 * connection is back.
 */
function useRecovery(wouldLose: () => boolean = never): boolean {
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    let isGone = false
    const recover = async () => {
      const isReloading = !wouldLose() && (await reloadAfterLoadError())
      if (!isGone && !isReloading) setSaid(true)
    }
    const again = () => void recover()
    again()
    addEventListener("online", again)
    return () => {
      isGone = true
      removeEventListener("online", again)
    }
  }, [wouldLose])
  return isSaid
}
