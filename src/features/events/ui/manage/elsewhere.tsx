import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { Empty } from "#ui/empty.tsx"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import { Pager } from "#web/lists/pager.tsx"
import type { Managed } from "../../pages/manage-data.ts"
import { CommentElsewhere } from "../comment-elsewhere.tsx"
import { PersonElsewhere } from "../person-elsewhere.tsx"
import { DayText } from "./parts.tsx"

/**
 * The reactions from other servers: comments, each of which can be shown or hidden, then the people who shared or like the event.
 */
export function Elsewhere({ managed: { asked, elsewhere, perPage } }: { managed: Managed }) {
  const t = useMessages()
  const { comments, reactions, from } = elsewhere
  return (
    <>
      <PanelPart className="evm__body" title={t("reactions.title")} label={t("reactions.comments")}>
        {comments && comments.items.length > 0 ? (
          <>
            <p className="t2">{t("reactions.comments_hidden")}</p>
            <ul className="elsewhere__all">
              {comments.items.map((comment) => (
                <li className="elsewhere__one" key={comment.id}>
                  <CommentElsewhere comment={comment} />
                  <Turning comment={comment} />
                </li>
              ))}
            </ul>
          </>
        ) : (
          <Empty title={t("reactions.comments_none")}>{t("reactions.comments_closed")}</Empty>
        )}
        <Pager start={asked.start} size={20} total={comments?.total ?? 0} />
      </PanelPart>
      <PanelPart className="evm__body" title={t("reactions.others")} label={t("manage.only_you")}>
        {reactions && reactions.items.length > 0 ? (
          <ul className="elsewhere__all">
            {reactions.items.map(({ id, by, kind, created }) => (
              <li className="elsewhere__one" key={id}>
                <p className="bar gap-x-3 gap-y-1">
                  <PersonElsewhere by={by} />
                  <span className="small t2">
                    {t(kind === "like" ? "reactions.did_like" : "reactions.did_announce")} · <DayText iso={created} />
                  </span>
                </p>
              </li>
            ))}
          </ul>
        ) : (
          <p className="t2">{t("reactions.others_none")}</p>
        )}
        <Pager name="from" start={from} size={perPage} total={reactions?.total ?? 0} />
      </PanelPart>
    </>
  )
}

type Comment = { id: number; is_shown: boolean; is_hidden: boolean; by: { name: string } }

function Turning({ comment: { id, is_shown, is_hidden, by } }: { comment: Comment }) {
  const t = useMessages()
  const name = { name: by.name }
  return (
    <div className="bar">
      <Badge tone={is_shown ? "yes" : is_hidden ? "err" : "warn"}>
        {t(is_shown ? "reactions.shown" : is_hidden ? "reactions.hidden_by" : "reactions.hidden")}
      </Badge>
      {!is_hidden && (
        <Form name="comment" className="press" isBare>
          <input type="hidden" name="comment" value={id} />
          <input type="hidden" name="shown" value={is_shown ? "no" : "yes"} />
          <Submit aria-label={t(is_shown ? "reactions.hide_of" : "reactions.show_of", name)}>
            {t(is_shown ? "reactions.hide" : "reactions.show")}
          </Submit>
        </Form>
      )}
      <Form name="uncomment" className="press" isBare>
        <input type="hidden" name="comment" value={id} />
        <Submit kind="bare" aria-label={t("reactions.remove_of", name)}>
          {t("reactions.remove")}
        </Submit>
      </Form>
    </div>
  )
}
