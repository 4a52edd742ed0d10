import { useEffect } from "react"
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useHref, useLocation, useRouteLoaderData } from "react-router"
import type { Route } from "./+types/root"
import { PlayerSlot } from "#features/documents/ui/player/player-slot.tsx"
import { defaultLanguage, languages } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { preloadedFonts } from "#ui/fonts/fonts.ts"
import { Basename } from "#ui/link.tsx"
import { browserApi, onRefreshed } from "#web/api/browser-api.ts"
import { Failure } from "#web/layout/failure.tsx"
import { Frame } from "#web/layout/frame.tsx"
import { readOnScreen, useReadAgain } from "#web/navigation/read-again.ts"
import { useNonce } from "#web/page/nonce.ts"
import { inLanguagePath, withoutPrefix } from "#web/paths.ts"
import { pageRequest } from "#web/page/request.ts"
import { isUserStale, setUser, readUser } from "#web/session/session.ts"
import { SessionWatch } from "#web/session/session-watch.tsx"
import { WordsAhead } from "#web/speed/words-ahead.tsx"
import "./app.css"

export async function loader({ context }: Route.LoaderArgs) {
  const { api, language, site, viewer } = context.get(pageRequest)
  return { language, site, user: viewer ? await readUser(api) : null }
}

type Frame = Awaited<ReturnType<typeof loader>>
/** The data this document was rendered with: the instance and the language never change in it. */
let frame: Frame | undefined

/** In the browser only the signed-in user can have changed. */
export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs): Promise<Frame> {
  if (!frame) return serverLoader()
  const user = await readOnScreen(() => readUser(browserApi), request.signal).catch(() => null)
  setUser(user)
  return { ...frame, user }
}

/** The root is read once, and again when somebody signed in or out; pages read everything else that changes. */
export const shouldRevalidate = () => isUserStale()

export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root")
  const messages = useMessages()
  const nonce = useNonce()
  const { pathname } = useLocation() // without the basename: the same page in every language
  const site = root?.site
  const path = withoutPrefix(pathname).path
  const home = useHref("/")

  return (
    <html lang={messages.language ?? defaultLanguage} className="dark" data-day={dayOf()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#120f0c" suppressHydrationWarning />
        <script src="/first.js" />
        {preloadedFonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <Meta />
        {site && (
          <>
            <link rel="canonical" href={site.url + inLanguagePath(path, messages.language)} />
            {languages.map((language) => (
              <link
                key={language}
                rel="alternate"
                hrefLang={language}
                href={site.url + inLanguagePath(path, language)}
              />
            ))}
            <link rel="alternate" hrefLang="x-default" href={site.url + path} />
          </>
        )}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <Links />
        {import.meta.env.SSR && <WordsAhead />}
      </head>
      <body>
        <Basename value={home === "/" ? "" : home}>{children}</Basename>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

/** Returns the day the page was rendered on, since the browser's clock may be wrong. */
function dayOf() {
  return import.meta.env.SSR ? new Date().toISOString().slice(0, 10) : undefined
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const readAgain = useReadAgain()
  useEffect(() => onRefreshed(() => void readAgain()), [readAgain])
  useEffect(() => {
    frame = loaderData
  }, [loaderData])

  return (
    <Frame site={loaderData.site} user={loaderData.user} player={<PlayerSlot />}>
      <SessionWatch user={loaderData.user} />
      <Outlet />
    </Frame>
  )
}

/** Errors of pages are caught closer to them (web/layout/screen.tsx); this is for a root that could not be read. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>("root")
  return (
    <Frame site={root?.site} user={root?.user ?? null} layout="error" player={<PlayerSlot />}>
      <Failure error={error} />
    </Frame>
  )
}
