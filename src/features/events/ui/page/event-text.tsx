import { inLanguage } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Event } from "../../event.ts"

/** What its makers say of it, in the reader's language when they wrote it so. */
export function EventText({ event }: { event: Event }) {
  const t = useMessages()
  const summary = inLanguage(event.summary, t.language, event.language)
  const description = inLanguage(event.description ?? {}, t.language, event.language)
  if (!summary.text && !description.text) return null
  const langOf = ({ language }: { language: string }) => (language === t.language ? undefined : language)
  return (
    <div className="grid gap-4">
      {summary.text && (
        <p className="lead max-w-(--measure)" lang={langOf(summary)}>
          {summary.text}
        </p>
      )}
      {description.text && (
        // Sanitised when it was written (lib/html.ts).
        <div className="read" lang={langOf(description)} dangerouslySetInnerHTML={{ __html: description.text }} />
      )}
    </div>
  )
}
