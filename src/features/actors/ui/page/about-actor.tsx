import type { ReactNode } from "react"
import { inLanguage } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { useHtml } from "#ui/html.ts"
import type { Actor } from "../../actor.ts"

/**
 * The summary and description of an actor, in the reader's language or else in its own.
 * @param children further content of the same column
 */
export function AboutActor({ actor, children }: { actor: Actor; children: ReactNode }) {
  const t = useMessages()
  const summary = inLanguage(actor.summary, t.language, actor.language)
  const description = inLanguage(actor.description ?? {}, t.language, actor.language)
  const html = useHtml(description.text)
  if (!summary.text && !description.text) return children
  const langOf = ({ language }: { language: string }) => (language === t.language ? undefined : language)
  return (
    <section className="fold actor-about">
      <header className="fold__side">
        <h2 className="d2">{t(`actors.about_${actor.type}`)}</h2>
      </header>
      <div className="fold__body read">
        {summary.text && (
          <p className="lead" lang={langOf(summary)}>
            {summary.text}
          </p>
        )}
        {description.text && (
          // Sanitised when it was stored (features/actors/store.server.ts).
          <div lang={langOf(description)} className="read" dangerouslySetInnerHTML={html} />
        )}
        {children}
      </div>
    </section>
  )
}
