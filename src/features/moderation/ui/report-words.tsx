import { CommentElsewhere } from "#features/events/ui/comment-elsewhere.tsx"
import type { Report } from "#features/moderation/reports/representation.server.ts"
import { inLanguage } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Badge } from "#ui/badge.tsx"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"

/** What a report is called: what is reported, the first of it. */
export function reportTitle({ events, pages, comments }: Report, t: Messages): string {
  if (events[0]) return inLanguage(events[0].title, t.language, events[0].language).text
  if (pages[0]) return pages[0].name
  return comments[0] ? t("reports.comment_of", { name: comments[0].by.name }) : t("reports.untitled")
}

/** What is reported, by whose server, and what is said of it. */
export function ReportWords({ report }: { report: Report }) {
  const t = useMessages()
  const { host, by, text, created, events, pages, comments } = report
  return (
    <div className="report__txt">
      <p className="small t2">{t("reports.from", { host, date: t.date(created, "medium") })}</p>
      <h2 className="d2">{reportTitle(report, t)}</h2>
      {by && <p className="small t2">{t("reports.by", { name: by.name, handle: by.handle })}</p>}
      <h3 className="lab t2">{t("reports.said")}</h3>
      {text ? <blockquote className="claim__said read">{text}</blockquote> : <p>{t("reports.nothing_said")}</p>}
      <h3 className="lab t2">{t("reports.what")}</h3>
      {events.length + pages.length + comments.length === 0 && <p>{t("reports.gone")}</p>}
      <ul className="claims__what">
        {events.map(({ id, title, language, is_hidden }) => (
          <li key={id}>
            <span className="small t2">{t("reports.event")}</span>{" "}
            <Link className="link" to={paths.event(id)}>
              {inLanguage(title, t.language, language).text}
            </Link>
            {is_hidden && <Hidden />}
          </li>
        ))}
        {pages.map(({ fid, name, is_hidden }) => (
          <li key={fid}>
            <span className="small t2">{t("reports.page")}</span>{" "}
            <Link className="link" to={paths.actor(fid)}>
              {name}
            </Link>
            {is_hidden && <Hidden />}
          </li>
        ))}
        {comments.map((comment) => (
          <li key={comment.id} className="elsewhere__one">
            <p className="bar">
              <span className="small t2">{t("reports.comment_on")}</span>
              <Link className="link small" to={paths.event(comment.event)}>
                {t("reports.see_event")}
              </Link>
              {(comment.is_hidden || !comment.is_shown) && <Hidden />}
            </p>
            <CommentElsewhere comment={comment} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Hidden() {
  const t = useMessages()
  return (
    <>
      {" "}
      <Badge tone="warn">{t("reports.hidden_since")}</Badge>
    </>
  )
}
