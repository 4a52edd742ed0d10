import { useMessages } from "#i18n/messages-context.ts"

/** Shows a line at the top while a page is slow to load; a quick one never shows it. */
export function ProgressLine({ isLoading }: { isLoading: boolean }) {
  const t = useMessages()
  return isLoading ? <div className="progress" role="progressbar" aria-label={t("ui.loading")} /> : null
}
