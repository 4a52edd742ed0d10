import { ActorAvatar } from "#features/actors/ui/actor-avatar.tsx"
import { TypeGlyph } from "#features/actors/ui/type-glyph.tsx"
import { TypeLabel } from "#features/actors/ui/type-label.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { CalendarPlus, Plus } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import type { Profile } from "#features/accounts/profile.server.ts"
import { paths } from "#web/paths.ts"
import type { Actor } from "#features/actors/actor.ts"

type OwnPagesProps = { profile: Profile; avatars: Record<string, Actor["avatar"]> }

/** The pages a person manages, and what they may do there. */
export function ManagedPages({ profile, avatars }: OwnPagesProps) {
  const t = useMessages()
  return (
    <section className="part">
      <div className="bar bar--between">
        <h2 className="d2">{t("account.my_pages")}</h2>
        <div className="bar">
          <ButtonLink icon={CalendarPlus} to={paths.newEvent()}>
            {t("account.make_event")}
          </ButtonLink>
          <ButtonLink kind={profile.actors.length > 0 ? "quiet" : "main"} icon={Plus} to={paths.newActor()}>
            {t("visitor.new_page")}
          </ButtonLink>
        </div>
      </div>
      {profile.actors.length === 0 && <Empty title={t("account.no_page")}>{t("account.no_page_hint")}</Empty>}
      <ul className="rows part__rows">
        {profile.actors.map(({ fid, type, name, relation, status, awaits_address }) => (
          <li className="acard" key={fid}>
            <ActorAvatar type={type} name={name} fid={fid} image={avatars[fid] ?? null} size="md" />
            <div className="acard__txt">
              <h3>
                <Link className="stretch" to={paths.actor(fid)}>
                  {name}
                </Link>
              </h3>
              <p className="bar">
                <TypeLabel type={type} />
                {status !== "published" && (
                  <Badge tone="warn">{t(`personal.status_${awaits_address ? "awaiting" : status}`)}</Badge>
                )}
                {relation !== "owner" && (
                  <span>{relation === "assistant" ? t("account.rights_assistant") : t("account.rights_member")}</span>
                )}
              </p>
            </div>
            <div className="acard__act">
              <Badge>{fid === profile.identity?.fid ? t("account.identity") : t(`account.relation_${relation}`)}</Badge>
            </div>
          </li>
        ))}
      </ul>
      {profile.actors.length > 0 && (
        <p>
          <Link className="link" to={paths.managedPages()}>
            {t("account.all_pages")}
          </Link>
        </p>
      )}
    </section>
  )
}

type FollowedPagesProps = { actors: Actor[]; total: number; hasNewsletter: boolean }

/** The pages a person follows: the first few, the total number, and where they are notified of news. */
export function FollowedPages({ actors, total, hasNewsletter }: FollowedPagesProps) {
  const t = useMessages()
  const shown = total > 9 ? actors.slice(0, 8) : actors
  return (
    <section className="part">
      <h2 className="d2">{t("account.what_i_follow")}</h2>
      {total === 0 ? (
        <Empty
          title={t("account.agenda_begins")}
          action={<ButtonLink to={paths.actors()}>{t("account.open_directory")}</ButtonLink>}
        >
          {t("account.agenda_begins_hint")}
        </Empty>
      ) : (
        <>
          <p className="t2">
            {t(hasNewsletter ? "account.followed_count" : "account.followed_count_unmailed", { count: total })}
          </p>
          <ul className="chips">
            {shown.map(({ fid, type, name }) => (
              <li key={fid}>
                <Link className="chip" to={paths.actor(fid)}>
                  <TypeGlyph type={type} />
                  {name}
                </Link>
              </li>
            ))}
            {total > shown.length && (
              <li>
                <Link className="chip" to={paths.actors({ rel: "followed" })}>
                  {t("account.and_others", { count: total - shown.length })}
                </Link>
              </li>
            )}
          </ul>
        </>
      )}
    </section>
  )
}
