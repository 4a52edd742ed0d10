import { ArrowLeft } from "#ui/icons.tsx"
import { titleSize } from "#ui/poster/title-size.ts"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import type { Actor } from "../../actor.ts"
import { ActorAvatar } from "../actor-avatar.tsx"
import "./actor-plate.css"

type ActorPlateProps = {
  actor: Pick<Actor, "fid" | "type" | "name" | "avatar">
  /** The action of this screen, such as « Écrire à ». */
  doing: string
}

/** The head of a screen about an actor's page other than the page itself: link back, avatar, action and name. */
export function ActorPlate({ actor, doing }: ActorPlateProps) {
  return (
    <>
      <div className="bar actor-up">
        <PageLink className="up" to={paths.actor(actor.fid)}>
          <ArrowLeft />
          <span className="truncate">{actor.name}</span>
        </PageLink>
      </div>
      <header className="ahead plate">
        <ActorAvatar {...actor} image={actor.avatar} size="lg" eager />
        <div className="ahead__txt">
          <p className="t2">{doing}</p>
          <h1 className={titleSize(actor.name)} tabIndex={-1}>
            {actor.name}
          </h1>
        </div>
      </header>
    </>
  )
}
