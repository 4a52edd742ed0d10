import { categories } from "#features/events/categories.ts"
import { isLanguage, languageNames } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Empty } from "#ui/empty.tsx"
import { Link } from "#ui/link.tsx"
import type { List } from "#web/api.ts"
import { decisionInWords } from "#features/changes/decision-words.ts"
import type { Change } from "#features/changes/representation.server.ts"
import { paths } from "#web/paths.ts"
import { sizes } from "../../pages/manage-data.ts"
import { Pager } from "#web/lists/pager.tsx"
import { PanelPart } from "#ui/editing/panel-part.tsx"

/** The journal: who changed what and when, newest first. */
export function Journal({ changes, start }: { changes: List<Change>; start: number }) {
  const t = useMessages()
  return (
    <PanelPart className="amanage__body" title={t("relations.journal")} label={t("relations.journal_hint")}>
      {changes.items.length === 0 && <Empty title={t("relations.no_changes")} />}
      <ol className="own">
        {changes.items.map((change) => (
          <li key={change.id}>
            <div className="own__txt">
              <p>
                {change.by?.fid ? (
                  <Link className="link" to={paths.actor(change.by.fid)}>
                    {change.by.name}
                  </Link>
                ) : (
                  <b>{change.by?.name ?? t(doerIn(change))}</b>
                )}{" "}
                {t(actionIn(change.action))}
                {change.by_office && ` (${t("relations.by_office")})`}
              </p>
              <Fields change={change} />
            </div>
            <time className="small t2 num" dateTime={change.created}>
              {t.date(change.created, "medium")}, {t.time(change.created)}
            </time>
          </li>
        ))}
      </ol>
      <Pager start={start} size={sizes.journal} total={changes.total} />
    </PanelPart>
  )
}

const actions =
  `created updated published withdrawn archived renamed deleted restored invited invitation_accepted invitation_refused
  role_changed left removed transferred seen messages_seen inside_seen message_deleted claim_accepted claim_refused hidden shown_again correction_asked
  opening_added opening_changed opening_ended document_added document_changed document_deleted fediverse_changed webhooks_changed moved_away moved_back aliases_changed`.split(
    /\s+/,
  )
const fields =
  `name fid summary description category tags location access rooms links contacts status language avatar banner
  relation`.split(/\s+/)

type ActionId = "relations.change_updated"
type FieldId = "relations.field_name"

function actionIn(action: string): ActionId {
  return `relations.change_${actions.includes(action) ? action : "other"}` as ActionId
}

/** Names the origin of a change without a known person. */
function doerIn({ through }: Change) {
  if (through === "schedule") return "relations.by_schedule"
  return through === "import" ? "relations.by_import" : "relations.somebody"
}

function Fields({ change }: { change: Change }) {
  const t = useMessages()
  const known = Object.entries(change.fields).filter(([name]) => fields.includes(name))
  const short = [...known.flatMap(([name, pair]) => fromTo(t, name, pair as unknown[])), ...decisionInWords(t, change)]
  const others = known.filter(([name, pair]) => fromTo(t, name, pair as unknown[]).length === 0)
  const names = others.map(([name]) => t(`relations.field_${name}` as FieldId))
  return (
    <>
      {short.map((words) => (
        <p key={words} className="small t2">
          {words}
        </p>
      ))}
      {names.length > 0 && <p className="small t2">{t("relations.changed_fields", { fields: t.list(names) })}</p>}
    </>
  )
}

/** Writes a change as « nom : Hangar → Le Hangar », if both values are short. */
function fromTo(t: Messages, name: string, [was, is]: unknown[]): string[] {
  const said = [was, is].map((value) => valueIn(t, name, value))
  const [from, to] = said.map((value) => (typeof value === "string" && value.length <= 80 ? value : undefined))
  const field = t(`relations.field_${name}` as FieldId)
  if (from !== undefined && to !== undefined) return [t("relations.from_to", { field, from, to })]
  const only = from ?? to
  if (name === "relation" && only) return [t("relations.field_is", { field, value: only })]
  return []
}

/** Translates coded values into words. */
function valueIn(t: Messages, name: string, value: unknown): unknown {
  if (name === "relation") {
    const role = (["owner", "member", "assistant", "partner", "group"] as const).find((one) => one === value)
    return role ? t(`relations.relation_${role}`) : value
  }
  if (name === "status" && (value === "draft" || value === "published" || value === "archived"))
    return t(`relations.page_${value}`)
  if (name === "language" && isLanguage(value)) return languageNames[value]
  const category = name === "category" && categories.find((one) => one === value)
  return category ? t(`ui.category_${category}`) : value
}
