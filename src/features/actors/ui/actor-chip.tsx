import { classes } from "#ui/classes.ts"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import type { ActorType } from "../actor-types.ts"
import { TypeGlyph } from "./type-glyph.tsx"

type ActorChipProps = {
  /** Without a fid there is no page to link to, and only the name is shown. */
  actor: { fid?: string | null; type?: ActorType; name: string }
  /** Whether it stands alone and needs a height of 44 px. */
  tap?: boolean
}

/** Shape and name of an actor, linking to its page. */
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
