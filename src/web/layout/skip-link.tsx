import { useMessages } from "#i18n/messages-context.ts"

export const contentId = "contenu"

/** The first thing on every page; `<main id={contentId} tabIndex={-1}>` is where it leads. */
export function SkipLink() {
  const t = useMessages()
  return (
    <a className="skip" href={`#${contentId}`}>
      {t("layout.skip")}
    </a>
  )
}
