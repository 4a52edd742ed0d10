import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { HydratedRouter } from "react-router/dom"
import { browserWords, documentLanguage, documentClock, loadWords } from "#i18n/browser-words.ts"
import { makeMessages } from "#i18n/messages.ts"
import { MessagesProvider } from "#i18n/messages-context.ts"
import type { PageHandle } from "#web/navigation/page-handle.ts"

await loadWords({
  fr: () => import("#i18n/gen/fr.browser.ts"),
  en: () => import("#i18n/gen/en.browser.ts"),
  nl: () => import("#i18n/gen/nl.browser.ts"),
})

/** The modules of this page, which the router's script loads before it runs this file. */
// oxlint-disable-next-line eslint/no-underscore-dangle -- its name
declare const __reactRouterRouteModules: Record<string, { handle?: PageHandle }>
await Promise.all(Object.values(__reactRouterRouteModules).map(({ handle }) => handle?.ahead?.())).catch(() => {})

// Crawlers use the page as the server rendered it, so that no failure here can remove it (specification §2).
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
