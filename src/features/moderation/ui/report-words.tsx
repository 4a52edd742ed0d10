import { Suspense } from "react"
import { CommentElsewhere } from "#features/events/ui/comment-elsewhere.tsx"
import type { Report, ReportInContext } from "#features/moderation/reports/representation.server.ts"
import { inLanguage, unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Badge } from "#ui/badge.tsx"
import { Link } from "#ui/link.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { paths } from "#web/paths.ts"

const ReportContext = lazyPart(() => import("./report-context.tsx"))

/** Returns the title of a report: the name of its first content. */
export function reportTitle({ events, pages, comments }: Report, t: Messages): string {
  if (events[0]) return unbroken(inLanguage(events[0].title, t.language, events[0].language).text)
  if (pages[0]) return pages[0].name
  return comments[0] ? t("reports.comment_of", { name: comments[0].by.name }) : t("reports.untitled")
}

/** Returns a summary of a report in a line. */
export function summaryOf({ statements: [first], text }: Report, t: Messages): string {
  return first ? t(`report.reason_${first.reason}`) : text || t("reports.nothing_said")
}

/** The reported content, the statements without the people who made them, and what helps to decide. */
export function ReportWords({ report }: { report: ReportInContext }) {
  const t = useMessages()
  const { events, pages, comments, context } = report
  return (
    <div className="report__txt">
      <Said report={report} />
      <h3 className="lab t2">{t("reports.what")}</h3>
      {events.length + pages.length + comments.length === 0 && <p>{t("reports.gone")}</p>}
      <ul className="claims__what">
        {events.map(({ id, title, language, is_hidden, origin }) => (
          <li key={id}>
            <span className="small t2">{t("reports.event")}</span>{" "}
            <Link
              className="link"
              to={origin?.url ?? paths.event(id)}
              rel={origin ? "nofollow ugc noopener" : undefined}
            >
              {unbroken(inLanguage(title, t.language, language).text)}
            </Link>
            {is_hidden && <Hidden />}
            {origin && <p className="small t2">{t("reports.elsewhere", { host: origin.host })}</p>}
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
      {context && (
        <Suspense>
          <ReportContext context={context} />
        </Suspense>
      )}
    </div>
  )
}

/** The statements about the content: by people here without their names, or by another server. */
function Said({ report }: { report: ReportInContext }) {
  const t = useMessages()
  const { host, by, text, created, people, statements } = report
  const last = statements.at(-1)?.created ?? created
  const [date, until] = [t.date(created, "medium"), t.date(last, "medium")]
  const when = until === date ? t("reports.from_here", { date }) : t("reports.from_here_then", { date, last: until })
  return (
    <>
      <p className="small t2">{people > 0 ? when : t("reports.from", { host, date })}</p>
      <h2 className="d2">{reportTitle(report, t)}</h2>
      {by && <p className="small t2">{t("reports.by", { name: by.name, handle: by.handle })}</p>}
      <h3 className="lab t2">{people > 0 ? t("reports.said_by", { count: people }) : t("reports.said")}</h3>
      {people === 0 && (text ? <Quote>{text}</Quote> : <p>{t("reports.nothing_said")}</p>)}
      {statements.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- what is said has no identity
        <div key={at}>
          <p className="small t2">{t(`report.reason_${one.reason}`)}</p>
          {one.text && <Quote>{one.text}</Quote>}
        </div>
      ))}
      {people > 0 && <p className="small t3">{t("reports.names", { count: people })}</p>}
    </>
  )
}

function Quote({ children }: { children: string }) {
  return <blockquote className="claim__said read">{children}</blockquote>
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
