import type { ReactNode } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { AddToLinks, Readers } from "../add-to/add-to-links.tsx"
import { useSite } from "../page/site.ts"
import type { FollowSubject } from "./subject.ts"
import { HomeServerForm } from "./home-server-form.tsx"
import { SubscribeForm } from "./subscribe-form.tsx"
import "./following.css"

type FollowWaysProps = {
  subject: FollowSubject
  /** Level of its headings. */
  level: 2 | 3
  /** For visitors without a session: the link or button to sign in. */
  children?: ReactNode
}

/** Shows the ways to follow without an account: by mail, in a calendar, in a feed reader. Each is explained in a line. */
export function FollowWays({ subject, level, children }: FollowWaysProps) {
  const t = useMessages()
  const site = useSite()
  const { name, calendar, feed, mail, homeServer, isWiderByMail, isWithoutDates } = subject
  const title = name ?? [t("layout.agenda"), mail.q].filter(Boolean).join(" — ")
  return (
    <div className="follow">
      {isWithoutDates && <p className="small t2">{t("subscribe.without_dates")}</p>}
      <Way level={level} title={t("subscribe.by_mail")} line={t("subscribe.by_mail_line")}>
        {isWiderByMail && <p className="small t2">{t("subscribe.wider_by_mail")}</p>}
        <SubscribeForm filters={mail} />
      </Way>
      <FoldedWay level={level} title={t("subscribe.in_calendar")} line={t("subscribe.in_calendar_line")}>
        <AddToLinks calendar={calendar} title={title} />
      </FoldedWay>
      <FoldedWay level={level} title={t("subscribe.in_reader")} line={t("subscribe.in_reader_line")}>
        <Readers addressOf={(format) => (site?.url ?? "") + feed(format)} />
      </FoldedWay>
      {homeServer && site?.hasHandles && (
        <FoldedWay level={level} title={t("subscribe.from_fediverse")} line={t("subscribe.from_fediverse_line")}>
          <HomeServerForm subject={homeServer} />
        </FoldedWay>
      )}
      {children && (
        <Way level={level} title={t("subscribe.with_account")} line={t("subscribe.with_account_line")}>
          {children}
        </Way>
      )}
    </div>
  )
}

type WayProps = { level: 2 | 3; title: string; line: string; children: ReactNode }

function Way({ level, title, line, children }: WayProps) {
  const Heading = `h${level}` as "h2"
  return (
    <section className="follow__way">
      <Heading className="d3">{title}</Heading>
      <p className="t2">{line}</p>
      {children}
    </section>
  )
}

function FoldedWay({ level, title, line, children }: WayProps) {
  const Heading = `h${level}` as "h2"
  return (
    <details className="follow__way">
      <summary>
        <Heading className="d3">{title}</Heading>
        <span className="t2">{line}</span>
      </summary>
      {children}
    </details>
  )
}
