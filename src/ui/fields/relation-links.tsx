import { useMessages } from "#i18n/messages-context.ts"
import { type Relation, relations } from "../relations.ts"
import { SegmentedLinks } from "./segmented.tsx"

type RelationLinksProps = { label: string; current: Relation; to: (rel: Relation) => string }

/** Links that choose whose items a list shows. */
export function RelationLinks({ label, current, to }: RelationLinksProps) {
  const t = useMessages()
  return (
    <SegmentedLinks
      label={label}
      current={current}
      segments={relations.map((rel) => ({ value: rel, label: t(`ui.rel_${rel}`), to: to(rel) }))}
    />
  )
}
