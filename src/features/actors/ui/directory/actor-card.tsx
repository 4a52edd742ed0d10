import { Suspense } from "react"
import { Follow } from "#features/follows/ui/follow.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { lazyPart, Nothing } from "#ui/loading/lazy-part.tsx"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session/session.ts"
import type { ListedActor } from "../../listing/listed-actor.ts"
import { ActorAvatar } from "../actor-avatar.tsx"
import { craftAndCity } from "../page/actor-craft.ts"
import { TypeLabel } from "../type-label.tsx"
import "#features/follows/ui/follow-choice.css"

const ManagerLinks = lazyPart(() => import("#web/manager-links.tsx"), Nothing)
const FollowChoice = lazyPart(() => import("#features/follows/ui/follow-choice.tsx"), Nothing)

type ActorCardProps = {
  actor: ListedActor
  level?: 2 | 3
  /** Whether the card offers a choice of notices, as in the list of followed pages. */
  chooses?: boolean
}

/** An actor in a list; to be used inside `<ul className="cols2">`. */
export function ActorCard({ actor, level = 3, chooses = false }: ActorCardProps) {
  const t = useMessages()
  const Heading = `h${level}` as const
  const craft = craftAndCity(t, actor)
  const isOwn = useUser()?.actors.some(({ fid, may }) => fid === actor.fid && may.includes("edit"))
  return (
    <li className="acard">
      <ActorAvatar type={actor.type} name={actor.name} fid={actor.fid} image={actor.avatar} size="md" />
      <div className="acard__txt">
        <Heading>
          <Link className="stretch" to={paths.actor(actor.fid)}>
            {actor.name}
          </Link>
        </Heading>
        <p className="bar">
          <TypeLabel type={actor.type} />
          {craft && <span>{craft}</span>}
          {actor.distance !== undefined && (
            <span>{t("ui.distance", { distance: t.number(actor.distance, { maximumFractionDigits: 1 }) })}</span>
          )}
        </p>
      </div>
      <div className="acard__act">
        {isOwn && (
          <Suspense>
            <ManagerLinks kind="actors" of={actor.fid} what={actor.name} />
          </Suspense>
        )}
        {chooses && (
          <Suspense>
            <FollowChoice actor={actor} />
          </Suspense>
        )}
        {(!isOwn || actor.is_followed) && <Follow compact actor={actor} />}
      </div>
    </li>
  )
}
