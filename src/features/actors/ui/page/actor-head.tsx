import type { ReactNode } from "react"
import { mediaPaths } from "#features/documents/ui/media-address.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { CopyHandle } from "#ui/editing/copy-handle.tsx"
import { MapPin } from "#ui/icons.tsx"
import { titleSize } from "#ui/poster/title-size.ts"
import { FollowFromHomeServer } from "#web/following/follow-from-home-server.tsx"
import { useSite } from "#web/page/site.ts"
import type { Actor } from "../../actor.ts"
import { ActorAvatar } from "../actor-avatar.tsx"
import { craftOf } from "./actor-craft.ts"
import { TypeLabel } from "../type-label.tsx"

type ActorHeadProps = {
  actor: Actor
  /** The buttons to follow, share, write and so on. */
  actions?: ReactNode
  /** The heading level; 2 when the page around it has a title of its own. */
  level?: 1 | 2
}

/** The head of an actor's page. */
export function ActorHead({ actor, actions, level = 1 }: ActorHeadProps) {
  const Title = `h${level}` as const
  const t = useMessages()
  const isPublished = actor.status === "published"
  // In a preview before publication it shows the handle the page will have.
  const hasHandle = Boolean(useSite()?.hasHandles && actor.handle && (isPublished || level === 2))
  const seats = Math.max(0, ...actor.rooms.map(({ capacity }) => capacity ?? 0))
  const craft = [craftOf(t, actor), seats > 0 && t("actors.seats", { count: seats })].filter(Boolean).join(" · ")
  return (
    <header className="ahead">
      {actor.banner && (
        <img
          className="ahead__banner"
          src={mediaPaths(actor.banner.url)}
          srcSet={mediaPaths(actor.banner.srcset)}
          sizes="(min-width: 90rem) 85rem, 100vw"
          width={actor.banner.width}
          height={actor.banner.height}
          alt={actor.banner.alt}
          fetchPriority="high"
        />
      )}
      <ActorAvatar type={actor.type} name={actor.name} fid={actor.fid} image={actor.avatar} size="xl" eager />
      <div className="ahead__txt">
        <div className="bar ahead__facts">
          <TypeLabel type={actor.type} />
          {actor.location?.locality && (
            <span className="spot">
              <MapPin />
              {actor.location.locality}
            </span>
          )}
          {craft && <span className="t2">{craft}</span>}
        </div>
        <Title className={titleSize(actor.name)} tabIndex={-1}>
          {actor.name}
        </Title>
        {hasHandle && (
          <div className="bar">
            <CopyHandle handle={actor.handle} />
            {level === 1 && (
              <FollowFromHomeServer subject={{ fid: actor.fid, name: actor.name, handle: actor.handle }} />
            )}
          </div>
        )}
        {actions && <div className="bar">{actions}</div>}
      </div>
    </header>
  )
}
