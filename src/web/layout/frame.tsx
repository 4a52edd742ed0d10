import { type ReactNode, Suspense, useEffect, useState } from "react"
import { useLocation, useMatches } from "react-router"
import { lazyPart, Nothing } from "#ui/loading/lazy-part.tsx"
import { withoutLanguage } from "#ui/link.tsx"
import { NotificationRegion } from "#ui/overlays/notification-region.tsx"
import { StarShapes } from "#ui/star-button.tsx"
import type { PageHandle } from "#web/navigation/page-handle.ts"
import { LinkFollower } from "#web/navigation/link-follower.tsx"
import { Progress, useActivity } from "#web/navigation/progress.tsx"
import type { Site } from "#web/page/request.ts"
import type { User } from "#web/session/session.ts"
import { Arrival } from "./arrival.tsx"
import { Footer } from "./footer.tsx"
import { Header, type HeaderUser } from "./header.tsx"
import { type LayoutName, layoutOf } from "./layouts.ts"
import { CurrentPath } from "./screen-link.tsx"
import type { ScreenName } from "./screens.ts"
import { contentId, SkipLink, SkipToResults } from "./skip-link.tsx"
import { TabBar } from "./tab-bar.tsx"

const NewBuildNote = lazyPart(async () => ({ default: (await import("./new-build-note.tsx")).NewBuildNote }), Nothing)

/** The screens of every instance; navigation leads to no others. */
const existing: readonly ScreenName[] = [
  "agenda",
  "directory",
  "activities",
  "audio",
  "about",
  "menu",
  "fediverse",
  "server",
  "source",
  "api",
  "accessibility",
  "login",
  "me",
]

/**
 * Lists the screens of this instance: without a contact address it has no contact page, and without a bank account no donations.
 */
export function screensOf(site: Site | undefined): readonly ScreenName[] {
  return [
    ...existing,
    ...(site?.contact ? (["contact"] as const) : []),
    ...(site?.donation ? (["donate"] as const) : []),
  ]
}

/** The tab bar on phones, in order. */
const tabs: readonly ScreenName[] = ["agenda", "directory", "activities", "audio", "me"]

type FrameProps = {
  site: Site | undefined
  user: User | null
  layout?: LayoutName
  player?: ReactNode
  children: ReactNode
}

/** The frame of every page. */
export function Frame({ site, user, layout, player, children }: FrameProps) {
  const { pathname, search } = useLocation()
  const { isLoading } = useActivity()
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined)
  const wanted = handles.map((handle) => handle?.layout).findLast(Boolean)
  const wantedNow = typeof wanted === "function" ? wanted(new URLSearchParams(search)) : wanted
  const name = layoutOf(pathname, layout ?? wantedNow)

  return (
    <CurrentPath value={withoutLanguage(pathname)}>
      <SkipLink />
      {layout === undefined && handles.some((handle) => handle?.hasResults) && <SkipToResults />}
      <StarShapes />
      <Progress />
      <Header wordmark={wordmarkOf(site)} screens={screensOf(site)} user={user && shownAs(user)} />
      <main id={contentId} tabIndex={-1} data-layout={name} aria-busy={isLoading || undefined}>
        {children}
      </main>
      {name === "base" && <Footer screens={screensOf(site)} />}
      {player}
      <TabBar screens={tabs} />
      <NotificationRegion>
        <NewBuildWatch build={site?.build} />
      </NotificationRegion>
      <LinkFollower />
      <Arrival />
    </CurrentPath>
  )
}

/** Starts looking for a newer build only when the page has been open for a while, since a new page is of the current build. */
function NewBuildWatch({ build }: { build: string | undefined }) {
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOld(true), 20_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    isOld && (
      <Suspense>
        <NewBuildNote build={build} />
      </Suspense>
    )
  )
}

/** Returns how the header shows the signed-in user: their public actor, their name, or else their username. */
function shownAs({ identity, name, username }: User): HeaderUser {
  return identity ? { name: identity.name, fid: identity.fid, image: identity.avatar } : { name: name ?? username }
}

/** Returns the name of the site as shown beside the lamp. */
function wordmarkOf(site: Site | undefined) {
  return (site?.name ?? "Foyer").toLocaleLowerCase()
}
