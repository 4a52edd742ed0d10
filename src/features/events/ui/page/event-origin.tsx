import { useMessages } from "#i18n/messages-context.ts"
import { Globe } from "#ui/icons.tsx"
import type { Event } from "../../event.ts"
import { ElsewhereFace } from "../elsewhere-face.tsx"

/** People outside this site wrote these addresses. */
const rel = "noopener noreferrer nofollow ugc"

/** The origin of an event from another server, its organiser, and why the reader sees it. */
export default function EventOrigin({ origin: { host, url, account } }: { origin: NonNullable<Event["origin"]> }) {
  const t = useMessages()
  return (
    <div className="event__origin grid gap-2">
      <p>
        <span className="t2">{t("events.organised_by")}</span> <ElsewhereFace avatar={account.avatar} />{" "}
        <a className="link" href={account.url} rel={rel}>
          {account.name}
        </a>{" "}
        <span className="t3 break-words">@{account.handle}</span>
      </p>
      <p className="bar gap-x-2">
        <Globe />
        <span>{t("elsewhere.on_host", { host })}</span>
        <a className="link" href={url} rel={rel}>
          {t("elsewhere.see_original")}
        </a>
      </p>
      <p className="small t3 no-print">{t("elsewhere.only_you", { name: account.name })}</p>
    </div>
  )
}
