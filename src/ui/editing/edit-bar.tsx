import { type ReactNode, useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { useFootBar } from "../foot.ts"
import { WarningFill } from "../icons.tsx"
import { CheckCircle, Clock } from "../seldom-icons.tsx"

export type SavedState = "untouched" | "waiting" | "kept" | "failed"

type EditBarProps = {
  state: SavedState
  /** Time at which the draft was stored: `16:58`. */
  at?: string | undefined
  /** Buttons, the main one last. */
  children: ReactNode
}

/** Sticks to the bottom of an editor: shows whether the draft is stored, and the actions. */
export function EditBar({ state, at, children }: EditBarProps) {
  const t = useMessages()
  const bar = useRef<HTMLDivElement>(null)
  useFootBar(bar)
  return (
    <div ref={bar} className="savebar" role="region" aria-label={t("editor.actions")}>
      <div className="wrap savebar__in">
        <p className="savebar__state">
          {state === "kept" && at && (
            <>
              <CheckCircle />
              {t("editor.kept_at", { time: at })}
            </>
          )}
          {state === "waiting" && (
            <>
              <Clock />
              {t("editor.keeping")}
            </>
          )}
          {/* Announced once, when storing starts to fail; success is only shown. */}
          <span role="alert">
            {state === "failed" && (
              <>
                <WarningFill />
                {t("editor.not_kept")}
              </>
            )}
          </span>
        </p>
        <div className="bar">{children}</div>
      </div>
    </div>
  )
}
