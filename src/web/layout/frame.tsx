import type { ReactNode } from "react"
import { useLocation, useMatches } from "react-router"
import { NotificationRegion } from "#ui/notification-region.tsx"
import type { PageHandle } from "#web/page-handle.ts"
import { Progress, useActivity } from "#web/progress.tsx"
import type { Site } from "#web/request.ts"
import { Arrival } from "./arrival.tsx"
import { Footer } from "./footer.tsx"
import { Header } from "./header.tsx"
import { type LayoutName, layoutOf } from "./layouts.ts"
import { NewBuildNote } from "./new-build-note.tsx"
import type { ScreenName } from "./screens.ts"
import { contentId, SkipLink } from "./skip-link.tsx"
import { TabBar } from "./tab-bar.tsx"

/** Signing in comes with the next screens; until then nothing leads there. */
const accountsExist = false

/** The screens that exist: navigation leads to these and to no other. */
const existing: readonly ScreenName[] = [
  "agenda",
  "directory",
  "about",
  "menu",
  "server",
  "donate",
  "api",
  "accessibility",
  ...(accountsExist ? (["login", "me"] as const) : []),
]

/** The screens that exist on this instance: without an address to write to, nothing offers to write. */
export function screensOf(site: Site | undefined): readonly ScreenName[] {
  return site?.contact ? [...existing, "contact"] : existing
}

/** The tab bar of phones, in order; "feed", "listen" and "me" take their places here when they exist. */
const tabs: readonly ScreenName[] = ["agenda", "directory", "about", "menu"]

type FrameProps = { site: Site | undefined; user: null; layout?: LayoutName; children: ReactNode }

/** What stands around every page. */
export function Frame({ site, layout, children }: FrameProps) {
  const { pathname } = useLocation()
  const { isLoading } = useActivity()
  const wanted = useMatches()
    .map(({ handle }) => (handle as PageHandle | undefined)?.layout)
    .findLast(Boolean)
  const name = layoutOf(pathname, layout ?? wanted)

  return (
    <>
      <SkipLink />
      <Progress />
      <Header wordmark={wordmarkOf(site)} screens={screensOf(site)} />
      <main id={contentId} tabIndex={-1} data-layout={name} aria-busy={isLoading || undefined}>
        {children}
      </main>
      {name === "base" && <Footer screens={screensOf(site)} />}
      <TabBar screens={tabs} />
      <NotificationRegion />
      <NewBuildNote build={site?.build} />
      <Arrival />
    </>
  )
}

/** The name of the site as it is drawn beside the lamp. */
function wordmarkOf(site: Site | undefined) {
  return (site?.name ?? "Foyer").toLocaleLowerCase()
}
