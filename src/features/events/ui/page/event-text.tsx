import { inLanguage } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { useHtml } from "#ui/html.ts"
import type { Event } from "../../event.ts"
import { titleOf } from "../event-words.ts"
import { printLayout, fittingParagraphs, textOf } from "./print/print-layout.ts"

/** Summary and description, in the reader's language when available. On paper, as much of it as there is room for. */
export function EventText({ event, today }: { event: Event; today: string }) {
  const t = useMessages()
  const summary = inLanguage(event.summary, t.language, event.language)
  const description = inLanguage(event.description ?? {}, t.language, event.language)
  const html = useHtml(description.text)
  if (!summary.text && !description.text) return null
  const langOf = ({ language }: { language: string }) => (language === t.language ? undefined : language)
  const text = textOf(summary.text, description.text)
  const [lead] = text
  const printed = fittingParagraphs(text, printLayout(event, { title: titleOf(t, event).text, text, today }).lines)
  return (
    <div className="event__text grid gap-4">
      {lead && (
        <p className={classes("lead max-w-(--measure)", printed && "no-print")} lang={langOf(summary)}>
          {lead}
        </p>
      )}
      {description.text && (
        // Sanitised when it was stored (lib/text/html.ts).
        <div
          className={classes("read", printed && "no-print")}
          lang={langOf(description)}
          dangerouslySetInnerHTML={html}
        />
      )}
      {printed && (
        <div className="print-only print-text">
          {printed.map((words, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no identity
            <p key={at} className={at === 0 ? "lead" : "read"} lang={langOf(at === 0 ? summary : description)}>
              {words}
            </p>
          ))}
          <p className="print-more">{t("events.print_rest")}</p>
        </div>
      )}
    </div>
  )
}
