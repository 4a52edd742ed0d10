import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { HydratedRouter } from "react-router/dom"
import { browserWords, documentLanguage, documentClock, loadWords } from "#i18n/browser-words.ts"
import { makeMessages } from "#i18n/messages.ts"
import { MessagesProvider } from "#i18n/messages-context.ts"

await loadWords({
  fr: () => import("#i18n/gen/fr.browser.ts"),
  en: () => import("#i18n/gen/en.browser.ts"),
  nl: () => import("#i18n/gen/nl.browser.ts"),
})

// A crawler keeps the page as the server made it: nothing that fails here can take it away (specification §2).
if (!/bot\b|crawl|spider|slurp/i.test(navigator.userAgent)) {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <MessagesProvider value={makeMessages(documentLanguage(), browserWords, documentClock())}>
          <HydratedRouter />
        </MessagesProvider>
      </StrictMode>,
    )
  })
}
