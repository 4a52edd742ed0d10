import { useLocation } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { CalendarBlank } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import { pageNotFound } from "#web/navigation/page-handle.ts"
import { paths } from "#web/paths.ts"
import { Stage } from "./stage.tsx"
import { StatusCode } from "./status-code.tsx"

type ErrorPageProps = {
  status: number
  /** The API's message, in the reader's language. */
  detail?: string | undefined
  /** The refusal code, for errors with a message of their own: `event_not_found`, `page_not_found`. */
  code?: string | undefined
}

/** Shows the status code on an empty stage with the lamp on, and a link to the home page. */
export function ErrorPage({ status, detail, code }: ErrorPageProps) {
  const t = useMessages()
  const { pathname } = useLocation()
  const message = messageOf(t, status, detail, code)
  return (
    <Stage>
      <PageMeta title={code === "page_not_found" ? pageNotFound({ pathname }) : `${status} · ${message}`} noindex />
      <div className="wrap errorpage">
        <h1 tabIndex={-1}>
          <StatusCode status={status} />
        </h1>
        <div className="errorpage__txt">
          <p className="d2">{message}</p>
          <p className="lead t2">{hintOf(t, status, code)}</p>
          <p className="code code--line">{readable(pathname)}</p>
          <div className="bar">
            <Link className="btn btn--main btn--lg" to="/">
              {t("site.back_home")}
            </Link>
            <Link className="btn btn--lg" to={paths.events()}>
              <CalendarBlank />
              {t("site.tonight")}
            </Link>
          </div>
        </div>
      </div>
    </Stage>
  )
}

function messageOf(t: Messages, status: number, detail: string | undefined, code: string | undefined): string {
  if (code === "page_not_found" || code === "not_found") return t("errors.page_not_found")
  if (detail) return detail
  if (status === 404) return t("errors.page_not_found")
  if (status === 403) return t("errors.not_allowed")
  return status >= 500 ? t("errors.server") : t("errors.default")
}

function hintOf(t: Messages, status: number, code: string | undefined): string {
  if (code === "event_not_found") return t("site.event_not_found_hint")
  if (code === "actor_not_found") return t("site.actor_not_found_hint")
  if (status === 404 || status === 410) return t("site.page_not_found_hint")
  // Trying again would not help.
  if (status === 403) return t("site.forbidden_hint")
  return status >= 500 ? t("site.server_hint") : t("site.default_hint")
}

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
