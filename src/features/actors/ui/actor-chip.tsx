import { classes } from "#ui/classes.ts"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import type { ActorType } from "../actor-types.ts"
import { TypeGlyph } from "./type-glyph.tsx"

type ActorChipProps = {
  /** Without a fid there is no page to lead to: the name alone. */
  actor: { fid?: string | null; type?: ActorType; name: string }
  /** Stands alone: 44 px high. */
  tap?: boolean
}

/** Shape and name, leading to the actor's page. */
export function ActorChip({ actor: { fid, type, name }, tap }: ActorChipProps) {
  const className = classes("actor", tap && "actor--tap")
  const inside = (
    <>
      {type && <TypeGlyph type={type} />}
      <span>{name}</span>
    </>
  )
  return fid ? (
    <PageLink className={className} to={paths.actor(fid)}>
      {inside}
    </PageLink>
  ) : (
    <span className={className}>{inside}</span>
  )
}
