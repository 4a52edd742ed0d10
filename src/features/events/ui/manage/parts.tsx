import { type ReactNode, useEffect, useRef } from "react"
import { useLocation } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import { Submit } from "#web/form-parts.tsx"
import { withoutPrefix } from "#web/paths.ts"
import type { Asked } from "../../pages/manage-forms.ts"

type PanelPartProps = { title: string; label?: string; id?: string; children: ReactNode }

/** A title in the margin, then what it is about. */
export function PanelPart({ title, label, id, children }: PanelPartProps) {
  return (
    <section className="fold" id={id}>
      <header className="fold__side">
        <h2 className="d2">{title}</h2>
        {label && <p className="lab">{label}</p>}
      </header>
      <div className="fold__body evm__body">{children}</div>
    </section>
  )
}

/** The pages of a list, as links: the one before, the one after, and where one is. */
export function Pages({ start, size, total, name = "start" }: PagesProps) {
  const t = useMessages()
  const { pathname, search } = useLocation()
  if (total <= size && start === 0) return null
  const to = (from: number) => {
    const query = new URLSearchParams(search)
    if (from > 0) query.set(name, String(from))
    else query.delete(name)
    return `${withoutPrefix(pathname).path}?${query}`
  }
  return (
    <nav className="bar bar--between evm__pages" aria-label={t("manage.pages")}>
      <p className="small t2 num">
        {t("manage.page_of", { from: Math.min(start + 1, total), to: Math.min(start + size, total), total })}
      </p>
      <div className="bar">
        {start > 0 && <ButtonLink to={to(Math.max(0, start - size))}>{t("manage.page_before")}</ButtonLink>}
        {start + size < total && <ButtonLink to={to(start + size)}>{t("manage.page_after")}</ButtonLink>}
      </div>
    </nav>
  )
}
type PagesProps = { start: number; size: number; total: number; name?: string }

/** « 29 personnes seront prévenues : 18 qui ont répondu, 11 qui suivent ou gardent l’événement » */
export function audienceInWords(t: Messages, { answered, others }: { answered: number; others: number }): string {
  return answered + others === 0
    ? t("manage.nobody_told")
    : t("manage.people_told", { count: answered + others, answered, others })
}

type SureProps = {
  asked: Asked | undefined
  title: string
  children: ReactNode
  /** What will be done: « Annuler l’événement ». */
  confirm: string
  isDangerous?: boolean
  /** Where nothing is done. */
  back?: string
}

/** The question before something people hear of; answered inside the form that asked, with or without script. */
export function Sure({ asked, title, children, confirm, isDangerous, back }: SureProps) {
  const t = useMessages()
  const { pathname, search } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  // What was pressed has made way for the question: focus goes there.
  useEffect(() => box.current?.focus(), [])
  if (!asked) return null
  return (
    <div ref={box} className="evm__sure" role="group" aria-label={title} tabIndex={-1}>
      <Note type="warning" role="alert">
        <p>
          <strong>{title}</strong>
        </p>
        {children}
      </Note>
      <div className="bar">
        <Submit kind={isDangerous ? "danger" : "main"} name="sure" value="yes">
          {confirm}
        </Submit>
        <a className="btn" href={back ?? `${pathname}${search}`}>
          {t("manage.leave_it")}
        </a>
      </div>
    </div>
  )
}

/** « 20 nov. », with the year when it is not that of `near`. */
export function Day({ iso, near }: { iso: string; near: string }) {
  const t = useMessages()
  return <time dateTime={iso}>{t.date(iso, iso.slice(0, 4) === near.slice(0, 4) ? "dayMonth" : "medium")}</time>
}

/** « 21 novembre 2026, 20:30 » */
export function At({ iso }: { iso: string }) {
  const t = useMessages()
  return (
    <time dateTime={iso}>
      {t.date(iso, "medium")}, {t.time(iso)}
    </time>
  )
}
