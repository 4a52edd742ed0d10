import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { HydratedRouter } from "react-router/dom"
import { defaultLanguage, isLanguage, type Language } from "#i18n/languages.ts"
import { makeMessages } from "#i18n/messages.ts"
import { MessagesProvider } from "#i18n/messages-context.ts"

const catalogues: Record<Language, () => Promise<{ messages: Parameters<typeof makeMessages>[1] }>> = {
  fr: () => import("#i18n/gen/fr.browser.ts"),
  en: () => import("#i18n/gen/en.browser.ts"),
  nl: () => import("#i18n/gen/nl.browser.ts"),
}

const written = document.documentElement.lang
const language = isLanguage(written) ? written : defaultLanguage
const { messages } = await catalogues[language]()

// A crawler keeps the page as the server made it: nothing that fails here can take it away (specification §2).
if (!/bot\b|crawl|spider|slurp/i.test(navigator.userAgent)) {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <MessagesProvider value={makeMessages(language, messages)}>
          <HydratedRouter />
        </MessagesProvider>
      </StrictMode>,
    )
  })
}
