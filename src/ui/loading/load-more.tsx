import { type ReactNode, useEffect, useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "../button.tsx"
import { CaretDownBold, Check, WarningCircleFill } from "../icons.tsx"
import { Link } from "../link.tsx"

type LoadMoreProps = {
  state: "rest" | "loading" | "error" | "end"
  /** « 10 de plus », « La suite : dès le 26 novembre » */
  children: ReactNode
  onMore: () => void
  /** The same as an address, for those without script. */
  to?: string
  /** « 9 dates affichées sur 41 à venir » */
  detail?: ReactNode
}

/** The end of a list, or one press more of it. A failure keeps the list; whoever loads moves focus to the first new item. */
export function LoadMore({ state, children, onMore, to, detail }: LoadMoreProps) {
  const t = useMessages()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What was pressed made way for what is on its way, and that for another try.
    if (state === "error" && document.activeElement === document.body) box.current?.querySelector("button")?.focus()
  }, [state])
  return (
    <div className="more" ref={box}>
      {state === "end" && (
        <p className="t2">
          <Check />
          {t("ui.list_end")}
        </p>
      )}
      {state === "rest" && to && (
        <Link
          className="btn btn--lg"
          to={to}
          preventScrollReset
          onClick={(press) => {
            if (press.metaKey || press.ctrlKey) return
            press.preventDefault()
            onMore()
          }}
        >
          <CaretDownBold />
          {children}
        </Link>
      )}
      {((state === "rest" && !to) || state === "loading") && (
        <Button
          size="large"
          isBusy={state === "loading"}
          onClick={onMore}
          {...(state === "rest" && { icon: CaretDownBold })}
        >
          {state === "loading" ? (
            <>
              <span className="lamps" aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
              {t("ui.loading")}
            </>
          ) : (
            children
          )}
        </Button>
      )}
      {state === "error" && (
        <div className="bar" role="alert">
          <span className="error">
            <WarningCircleFill />
            {t("ui.load_failed")}
          </span>
          <Button onClick={onMore}>{t("ui.retry")}</Button>
        </div>
      )}
      {detail && <p className="small t3">{detail}</p>}
    </div>
  )
}
