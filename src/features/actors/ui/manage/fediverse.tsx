import { useMessages } from "#i18n/messages-context.ts"
import { CopyHandle } from "#ui/editing/copy-handle.tsx"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { Checkbox, Choices } from "#ui/fields/choice.tsx"
import type { AnswerTo } from "#web/api.ts"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import type { ManagedActor } from "../../pages/manage-data.ts"
import { MovedNote, Moving, type MoveData } from "./fediverse-move.tsx"

export type FediverseData = AnswerTo<"/api/actors/{fid}/fediverse/">

const audiences = ["everyone", "followers", "nobody"] as const

type FediversePanelProps = {
  actor: ManagedActor
  settings: FediverseData
  /** For owners only. */
  moving: MoveData | undefined
}

/** The Fediverse tab: the page's settings, and moving followers to or from it. */
export function FediversePanel({ actor, settings, moving }: FediversePanelProps) {
  const moved = moving?.move.moved
  // Moving is not offered for a page that nobody on the Fediverse can see.
  const isSeen = settings.handle !== "" || Boolean(moved) || (moving?.aliases.length ?? 0) > 0
  return (
    <>
      {moved && <MovedNote to={moved} />}
      <FediverseSettings actor={actor} settings={settings} />
      {moving && isSeen && <Moving fid={actor.fid} handle={settings.handle} moving={moving} />}
    </>
  )
}

/** The settings, each choice with its effect. */
function FediverseSettings({ actor, settings }: { actor: ManagedActor; settings: FediverseData }) {
  const t = useMessages()
  const { audience, joining, has_comments, shows_counts, handle, followers, version } = settings
  return (
    <PanelPart className="amanage__body" title={t("fediverse.settings")} label={t("fediverse.settings_hint")}>
      <p className="t2">{t("fediverse.settings_text")}</p>
      <div className="field">
        <p className="lbl">{t("fediverse.settings_handle")}</p>
        {handle ? (
          <CopyHandle handle={handle} />
        ) : (
          <p className="t2">
            {t(actor.status === "published" ? "fediverse.settings_no_handle" : "fediverse.settings_draft")}
          </p>
        )}
        <p className="small t3">{t("fediverse.settings_followers", { count: followers })}</p>
      </div>
      <Form name="fediverse" className="form">
        <input type="hidden" name="version" value={version} />
        {(
          [
            ["audience", audience],
            ["joining", joining],
          ] as const
        ).map(([name, chosen]) => (
          <Choices
            key={`${name} ${version}`}
            legend={t(`fediverse.${name}`)}
            name={name}
            defaultValue={chosen}
            options={audiences.map((value) => ({
              value,
              title: t(`fediverse.${name}_${value}`),
              description: t(`fediverse.${name}_${value}_hint`),
            }))}
          />
        ))}
        <Checkbox
          key={`comments ${version}`}
          name="has_comments"
          defaultChecked={has_comments}
          hint={t("fediverse.has_comments_hint")}
        >
          {t("fediverse.has_comments")}
        </Checkbox>
        <Checkbox
          key={`counts ${version}`}
          name="shows_counts"
          defaultChecked={shows_counts}
          hint={t("fediverse.shows_counts_hint")}
        >
          {t("fediverse.shows_counts")}
        </Checkbox>
        <div className="bar">
          <Submit kind="main">{t("fediverse.settings_save")}</Submit>
        </div>
      </Form>
    </PanelPart>
  )
}
