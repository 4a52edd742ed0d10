import type { ReportInContext } from "#features/moderation/reports/representation.server.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"

type Context = NonNullable<ReportInContext["context"]>

/** What helps to decide a report: the responsible page and its age, its events, earlier reports and recent changes. */
export default function ReportContext({ context }: { context: Context }) {
  const t = useMessages()
  const { page, since, events, is_verified, changes } = context
  const year = since.slice(0, 4)
  return (
    <>
      <h3 className="lab t2">{page ? t("reports.page_since", { year }) : t("reports.event_since", { year })}</h3>
      <ul className="credits">
        {page && (
          <>
            <li>
              <span>{t("reports.whose")}</span>
              <strong>
                <Link className="link" to={paths.actor(page.fid)}>
                  {page.name}
                </Link>
              </strong>
            </li>
            <li>
              <span>{t("reports.published_events")}</span>
              <strong>{t.number(events)}</strong>
            </li>
          </>
        )}
        <li>
          <span>{t("reports.past")}</span>
          <strong>{pastIn(context, t)}</strong>
        </li>
        {page && (
          <li>
            <span>{t("reports.account")}</span>
            <strong>{t(is_verified ? "reports.account_verified" : "reports.account_unverified")}</strong>
          </li>
        )}
        {changes[0] && (
          <li>
            <span>{t("reports.lately")}</span>
            <strong className="num">
              {t.date(changes[0].created, "medium")}, {t.time(changes[0].created)}
            </strong>
          </li>
        )}
      </ul>
    </>
  )
}

function pastIn({ reports: { closed, followed } }: Context, t: Messages): string {
  if (closed === 0) return t("reports.past_none")
  return followed === 0
    ? t("reports.past_unfollowed", { count: t.number(closed) })
    : t("reports.past_count", { count: t.number(closed), followed: t.number(followed) })
}
