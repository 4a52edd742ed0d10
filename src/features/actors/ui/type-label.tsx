import { useMessages } from "#i18n/messages-context.ts"
import type { ActorType } from "../actor-types.ts"
import { TypeGlyph } from "./type-glyph.tsx"

/** The shape of an actor type with its name: « Lieu ». */
export function TypeLabel({ type }: { type: ActorType }) {
  const t = useMessages()
  return (
    <span className="kind">
      <TypeGlyph type={type} />
      {t(`ui.type_${type}`)}
    </span>
  )
}
