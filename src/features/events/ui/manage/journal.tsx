import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Badge } from "#ui/badge.tsx"
import { Empty } from "#ui/empty.tsx"
import type { Change } from "#features/changes/representation.server.ts"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import type { Managed } from "../../pages/manage-data.ts"
import { decisionInWords } from "#features/changes/decision-words.ts"
import { changeDetails, changeSentence, authorInWords } from "./change-words.ts"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { Pager } from "#web/lists/pager.tsx"
import { MomentText } from "./parts.tsx"

/** The journal of changes with their authors and times. */
export function Journal({ managed: { changes, asked, perPage } }: { managed: Managed }) {
  const t = useMessages()
  return (
    <PanelPart className="evm__body" title={t("manage.tab_journal")} label={t("manage.journal_label")}>
      {changes && changes.items.length > 0 ? (
        <ol className="own">
          {changes.items.map((change) => (
            <Entry key={change.id} t={t} change={change} />
          ))}
        </ol>
      ) : (
        <Empty title={t("manage.no_changes")}>{t("manage.no_changes_text")}</Empty>
      )}
      <Pager start={asked.start} size={perPage} total={changes?.total ?? 0} />
    </PanelPart>
  )
}

function Entry({ t, change }: { t: Messages; change: Change }) {
  const { by, by_office, created, through } = change
  const details = [...changeDetails(t, change), ...decisionInWords(t, change)]
  return (
    <li className="evm__told">
      <div className="own__txt">
        <p>
          {by?.fid ? (
            <PageLink className="actor" to={paths.actor(by.fid)}>
              {by.name}
            </PageLink>
          ) : (
            <b>{by?.name ?? authorInWords(t, change)}</b>
          )}{" "}
          {changeSentence(t, change)}
        </p>
        <p className="bar small t2">
          <MomentText iso={created} />
          {by_office && <Badge>{t("manage.by_office")}</Badge>}
          {by && through === "import" && <Badge>{t("manage.through_import")}</Badge>}
        </p>
        {details.length > 0 && (
          <ul className="evm__details small">
            {details.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
