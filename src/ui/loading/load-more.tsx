import type { ReactNode } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button, ButtonLink } from "../button.tsx"
import { CaretDownBold, Check, WarningCircleFill } from "../icons.tsx"

type LoadMoreProps = {
  state: "rest" | "loading" | "error" | "end"
  /** « 10 de plus », « La suite : dès le 26 novembre » */
  children: ReactNode
  onMore: () => void
  /** Address of the next items, for visitors without script. */
  to?: string
  /** « 9 dates affichées sur 41 à venir » */
  detail?: ReactNode
}

/**
 * The end of a list, with one control throughout to load more, which keeps the focus. After a failure the list stays. The caller
 * moves the focus to the first new item.
 */
export function LoadMore({ state, children, onMore, to, detail }: LoadMoreProps) {
  const t = useMessages()
  const isBusy = state === "loading"
  const hasFailed = state === "error"
  const words = isBusy ? (
    <>
      <span className="lamps" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {t("ui.loading")}
    </>
  ) : hasFailed ? (
    t("ui.retry")
  ) : (
    <>
      <CaretDownBold />
      {children}
    </>
  )
  return (
    <div className="more">
      {state === "end" ? (
        <p className="t2">
          <Check />
          {t("ui.list_end")}
        </p>
      ) : (
        <div className="bar">
          {hasFailed && (
            <span className="error" role="alert">
              <WarningCircleFill />
              {t("ui.load_failed")}
            </span>
          )}
          {to ? (
            <ButtonLink
              size="large"
              to={to}
              preventScrollReset
              aria-busy={isBusy || undefined}
              onClick={(press) => {
                if (press.metaKey || press.ctrlKey) return
                press.preventDefault()
                if (!isBusy) onMore()
              }}
            >
              {words}
            </ButtonLink>
          ) : (
            <Button size="large" isBusy={isBusy} onClick={onMore}>
              {words}
            </Button>
          )}
        </div>
      )}
      {detail && <p className="small t3">{detail}</p>}
    </div>
  )
}
