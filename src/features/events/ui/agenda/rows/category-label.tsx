import { useMessages } from "#i18n/messages-context.ts"
import { Swatch } from "#ui/poster/swatch.tsx"
import type { Category } from "../../../categories.ts"

/** A category as square and word: « Musique ». */
export function CategoryLabel({ category }: { category: Category }) {
  const t = useMessages()
  return (
    <span className="cat">
      <Swatch ink={category} />
      {t(`ui.category_${category}`)}
    </span>
  )
}
