import { useMessages } from "#i18n/messages-context.ts"
import { Link } from "#ui/link.tsx"
import { Pager } from "#web/lists/pager.tsx"
import { paths } from "#web/paths.ts"
import { type Comments, commentsAtOnce } from "../../pages/around-data.ts"
import { CommentElsewhere } from "../comment-elsewhere.tsx"

/** The comments from other servers that the organisers show. */
export default function CommentsElsewhere({ comments, eventId }: { comments: Comments; eventId: number }) {
  const t = useMessages()
  return (
    <section className="part elsewhere no-print" id="comments" aria-labelledby="comments-title">
      <h2 className="d2" id="comments-title">
        {t("reactions.public_title")}
      </h2>
      <p className="small t2">{t("reactions.public_about")}</p>
      <ul className="elsewhere__all">
        {comments.items.map((comment) => (
          <li className="elsewhere__one" key={comment.id}>
            <CommentElsewhere comment={comment} />
            <p className="small">
              <Link
                className="link t2"
                to={paths.reportEvent(eventId, { comment: String(comment.id) })}
                rel="nofollow"
                aria-label={t("reactions.report_of", { name: comment.by.name })}
              >
                {t("reactions.report")}
              </Link>
            </p>
          </li>
        ))}
      </ul>
      <Pager name="comments" start={comments.start} size={commentsAtOnce} total={comments.total} />
    </section>
  )
}
