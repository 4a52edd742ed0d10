import { EnvelopeSimple } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import type { Relation } from "#features/actors/relations/representation.server.ts"
import { paths } from "#web/paths.ts"
import { ActorAvatar } from "../actor-avatar.tsx"

/** The other side of a relation: a page, a person with or without a page, or an address. */
export function OtherSide({ relation, of }: { relation: Relation; of: string }) {
  const other = relation.from.fid === of ? relation.actor : relation.from
  const name = relation.from.fid === of ? relation.name : relation.from.name
  return (
    <span className="hands__who">
      {other ? (
        <ActorAvatar type={other.type} name={other.name} fid={other.fid} size="sm" />
      ) : relation.email ? (
        <EnvelopeSimple />
      ) : (
        <ActorAvatar type="person" name={name} size="sm" />
      )}
      {other ? (
        <Link className="actor" to={paths.actor(other.fid)}>
          {name}
        </Link>
      ) : (
        <span className="actor">{name}</span>
      )}
    </span>
  )
}
