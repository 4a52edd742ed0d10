import type { ReactNode } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Stage } from "#web/layout/stage.tsx"

/** The layout of sign-in and related pages: the lit stage, a line of text across it, and a card. */
export function SignInLayout({ children }: { children: ReactNode }) {
  const t = useMessages()
  return (
    <Stage isLit>
      <div className="wrap gate">
        <div className="gate__say">
          <p className="mega">
            {t("personal.come_in")}
            <br />
            {t("personal.light_is_on")}
          </p>
        </div>
        <div className="gate__card">{children}</div>
      </div>
    </Stage>
  )
}
