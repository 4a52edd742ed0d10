import { useMessages } from "#i18n/messages-context.ts"
import { useHtml } from "#ui/html.ts"
import { PersonElsewhere } from "./person-elsewhere.tsx"
import "./elsewhere.css"

type Comment = {
  by: { name: string; handle: string; url: string; host: string; avatar: string | null }
  content: string
  url: string
  published: string
  is_edited: boolean
}

/** A remote comment: author, time, text, and a link to the original. */
export function CommentElsewhere({ comment: { by, content, url, published, is_edited } }: { comment: Comment }) {
  const t = useMessages()
  return (
    <>
      <p className="bar gap-x-3 gap-y-1">
        <PersonElsewhere by={by} />
        <span className="small t2">
          <time dateTime={published}>{t.date(published, "medium")}</time>
          {is_edited && ` · ${t("reactions.edited")}`}
        </span>
      </p>
      {/* Sanitised when it was received (lib/text/html.ts). */}
      <div className="read" dangerouslySetInnerHTML={useHtml(content)} />
      <p className="small">
        <a
          className="link"
          href={url}
          rel="nofollow ugc noopener"
          aria-label={t("reactions.original_of", { name: by.name, host: by.host })}
        >
          {t("reactions.original")}
        </a>
      </p>
    </>
  )
}
