import { Suspense } from "react"
import { titleSize } from "#ui/poster/title-size.ts"
import { redirect } from "react-router"
import { captchaFor } from "#features/contact/captcha/captcha.ts"
import { CommentElsewhere } from "#features/events/ui/comment-elsewhere.tsx"
import { titleOf } from "#features/events/ui/event-words.ts"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ArrowLeft } from "#ui/icons.tsx"
import { lazyPart, Nothing } from "#ui/loading/lazy-part.tsx"
import { ifFound } from "#web/api/if-found.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { reportForms } from "../ui/report-forms.ts"
import type { Route } from "./+types/report-event"
import "#features/contact/ui/contact.css"
import "../ui/report.css"

// The list of screens that everybody is sent names what each loads at once.
const ReportForm = lazyPart(() => import("../ui/report-form.tsx"))
const ModerationActions = lazyPart(() => import("../ui/moderation-actions.tsx"), Nothing)

const load = page(async ({ api, params, url }: PageArguments<{ id: string }>) => {
  const event = await api.get("/api/contents/events/{id}/", { id: params.id })
  if (String(event.id) !== params.id) throw redirect(paths.reportEvent(event.id) + url.search, 301)
  const asked = commentIn(url)
  const comment = asked
    ? await ifFound(api.get("/api/contents/events/{id}/comments/{comment}/", { id: params.id, comment: asked }))
    : undefined
  if (asked && !comment) throw redirect(paths.event(event.id))
  // The event has `may` only for signed-in users, who need no challenge.
  return { event, comment, captcha: await captchaFor(api, !event.may) }
})
export const loader = load.server
export const clientLoader = load.client

function commentIn(url: URL): number | undefined {
  const asked = url.searchParams.get("comment") ?? ""
  return /^\d{1,15}$/.test(asked) ? Number(asked) : undefined
}

const save = reportForms<{ id: string }>({
  about: ({ id }, url) => {
    const comment = commentIn(url)
    return comment === undefined ? { event: Number(id) } : { comment }
  },
  hide: (api, { id }, reason) => api.post("/api/contents/events/{id}/hide/", { reason }, { id }),
  show: (api, { id }) => api.delete("/api/contents/events/{id}/hide/", undefined, { id }),
})
export const action = save.server
export const clientAction = save.client

/** The page that reports an event, or a comment on it from another server. */
export default function ReportEventPage({ loaderData: { event, comment, captcha } }: Route.ComponentProps) {
  const t = useMessages()
  const title = titleOf(t, event)
  const back = paths.event(event.id)
  const name = comment ? t("report.comment_of", { name: comment.by.name }) : title.text
  return (
    <div className="wrap report-to" key={comment?.id ?? event.id}>
      <PageMeta title={t("report.title_of", { name })} noindex />
      <PageLink className="up" to={back} lang={title.lang}>
        <ArrowLeft />
        <span className="truncate">{title.text}</span>
      </PageLink>
      <header>
        <p className="t2">{t("report.title")}</p>
        <h1 className={titleSize(name)} tabIndex={-1} lang={comment ? undefined : title.lang}>
          {unbroken(name)}
        </h1>
      </header>
      {comment && (
        <div className="report-to__what">
          <CommentElsewhere comment={comment} />
        </div>
      )}
      <Suspense>
        <ReportForm name={title.text} back={back} captcha={captcha} />
      </Suspense>
      {event.may?.includes("hide") && !comment && (
        <Suspense>
          <ModerationActions kind="event" hidden={event.hidden} />
        </Suspense>
      )}
    </div>
  )
}
