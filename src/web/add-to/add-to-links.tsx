import { useMessages } from "#i18n/messages-context.ts"
import { CopyField } from "#ui/editing/copy-field.tsx"
import { ArrowUpRight, CalendarPlus, DownloadSimple, RssSimple } from "#ui/icons.tsx"
import { type FeedFormat, feedFormats } from "../feed-formats.ts"
import { useSite } from "../page/site.ts"
import { type CalendarDate, dateAddresses, followAddresses } from "./addresses.ts"
import "./add-to.css"

export type AddToLinksProps = {
  /** Address of the iCalendar file: a path of ours with its language, or absolute. Without it only feeds are offered. */
  calendar?: string | undefined
  /** Name of the calendar in other programs. */
  title: string
  /** Addresses of the same content as feeds, each a path of ours with its language. */
  feeds?: ((format: FeedFormat) => string) | undefined
  /** A single date to add; without it the calendar is subscribed to. */
  date?: CalendarDate | undefined
}

/** Links to calendars and feed readers. They are plain links that load nothing before they are pressed. */
export function AddToLinks({ calendar, title, feeds, date }: AddToLinksProps) {
  const t = useMessages()
  const site = useSite()?.url ?? ""
  const absolute = (address: string) => (address.startsWith("/") ? site + address : address)
  if (!calendar) return feeds && <Readers addressOf={(format) => absolute(feeds(format))} />
  const address = absolute(calendar)
  const { google, apple, outlook, office } = date ? dateAddresses(date, title) : followAddresses(address, title)
  return (
    <div className="addto">
      <ul className="addto__list">
        {apple && (
          <li>
            <a className="addto__way" href={apple}>
              {t("feeds.apple")}
              <CalendarPlus />
            </a>
          </li>
        )}
        <Elsewhere to={google}>{t("feeds.google")}</Elsewhere>
        <Elsewhere to={outlook}>{t("feeds.outlook")}</Elsewhere>
        <Elsewhere to={office}>{t("feeds.office")}</Elsewhere>
        <li>
          <a className="addto__way" href={calendar} download={calendar.startsWith("/") ? "" : undefined}>
            {t(date ? "feeds.file_or_apple" : "feeds.file")}
            <DownloadSimple />
          </a>
        </li>
      </ul>
      <p className="small t2">{t(date ? "feeds.once_hint" : "feeds.follow_hint")}</p>
      {!date && <CopyField label={t("feeds.calendar_address")} value={address} isLabelShown />}
      {feeds && (
        <>
          <p className="h5 addto__part">{t("feeds.in_reader")}</p>
          <Readers addressOf={(format) => absolute(feeds(format))} />
        </>
      )}
    </div>
  )
}

/** Links to the feed in each format, and its address to paste into a feed reader. */
export function Readers({ addressOf }: { addressOf: (format: FeedFormat) => string }) {
  const t = useMessages()
  return (
    <div className="addto">
      <ul className="bar">
        {feedFormats.map((format) => (
          <li key={format}>
            <a className="btn" href={addressOf(format)}>
              <RssSimple />
              {formatNames[format]}
            </a>
          </li>
        ))}
      </ul>
      <CopyField label={t("feeds.feed_address")} value={addressOf("atom")} isLabelShown />
    </div>
  )
}

const formatNames: Record<FeedFormat, string> = { atom: "Atom", rss: "RSS", json: "JSON Feed" }

function Elsewhere({ to, children }: { to: string; children: string }) {
  const t = useMessages()
  return (
    <li>
      <a className="addto__way" href={to} target="_blank" rel="noopener noreferrer">
        {children} <span className="vh">{t("feeds.new_tab")}</span>
        <ArrowUpRight />
      </a>
    </li>
  )
}
