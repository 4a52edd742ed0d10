import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import { ArrowLeft, CalendarBlank, ShareNetwork } from "#ui/icons.tsx"
import { BracketsCurly, Image, PencilSimple } from "#ui/seldom-icons.tsx"
import { Link } from "#ui/link.tsx"
import { titleSize } from "#ui/poster/title-size.ts"
import { TabLinks } from "#ui/tabs/tab-links.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import { type Managed, tabsFor } from "../../pages/manage-data.ts"
import { ActorAvatar } from "../actor-avatar.tsx"

/** The page's name, and the tabs as links, so that they work without script and can be bookmarked. */
export function ManageHead({ managed: { actor, shown, unread } }: { managed: Managed }) {
  const t = useMessages()
  const { fid, type, name, avatar, status, hidden } = actor
  return (
    <>
      <div className="bar actor-up">
        <PageLink className="up" to={paths.actor(fid)}>
          <ArrowLeft />
          <span className="truncate">{name}</span>
        </PageLink>
      </div>
      <header className="ahead amanage__head">
        <ActorAvatar type={type} name={name} fid={fid} image={avatar} size="lg" eager />
        <div className="ahead__txt">
          <p className="t2">{[t("relations.manage"), t(`ui.type_${type}`), `@${fid}`].join(" · ")}</p>
          <h1 className={titleSize(name)} tabIndex={-1}>
            {name}
          </h1>
          <div className="bar">
            {!hidden && status !== "published" && (
              <Badge tone="warn">{t(status === "draft" ? "personal.status_draft" : "personal.status_archived")}</Badge>
            )}
            <ButtonLink icon={PencilSimple} to={paths.editActor(fid)}>
              {t("relations.edit")}
            </ButtonLink>
            {status === "published" && (
              <ButtonLink icon={ShareNetwork} to={paths.shareActor(fid)}>
                {t("actors.share")}
              </ButtonLink>
            )}
            <ButtonLink icon={CalendarBlank} to={paths.openingsOfActor(fid)}>
              {t("relations.open_dates")}
            </ButtonLink>
            <ButtonLink icon={Image} to={paths.documentsOfActor(fid)}>
              {t("relations.files")}
            </ButtonLink>
            {actor.may.includes("connect") && (
              <ButtonLink icon={BracketsCurly} to={paths.webhooksOfActor(fid)}>
                {t("relations.programs")}
              </ButtonLink>
            )}
          </div>
        </div>
      </header>
      {hidden && (
        <Note type="warning">
          <p>
            <strong>{t("ui.hidden_note")}</strong>
          </p>
          {hidden.reason && <p>{hidden.reason}</p>}
        </Note>
      )}
      <TabLinks label={t("relations.sections")} current={shown.tab}>
        {tabsFor(actor).map((tab) => (
          <Link
            key={tab}
            to={paths.manageActor(fid, { tab: tab === "relations" ? undefined : tab })}
            aria-current={tab === shown.tab ? "page" : undefined}
            preventScrollReset
          >
            {t(`relations.tab_${tab}`)}
            {tab === "messages" && unread > 0 && <sup>{t.number(unread)}</sup>}
          </Link>
        ))}
      </TabLinks>
    </>
  )
}
