import { useNavigate } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { RssSimple } from "#ui/icons.tsx"
import { AddTo } from "#web/add-to/add-to.tsx"
import type { FeedFormat } from "#web/feed-formats.ts"
import { FailedList, listOrFailure } from "#web/layout/failed-list.tsx"
import { Results } from "#web/layout/skip-link.tsx"
import { EmptyRelation } from "#web/following/empty-relation.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { inLanguagePath, paths, search } from "#web/paths.ts"
import type { PageHandle } from "#web/navigation/page-handle.ts"
import { fromDocument } from "#web/speed/document-data.tsx"
import { type FeedQuery, feedRequest, readFeed, writeFeed } from "../feed.ts"
import { FeedFilters } from "../ui/feed-filters.tsx"
import { FeedList } from "../ui/feed-list.tsx"
import type { Route } from "./+types/list"
import "../ui/feed.css"

const load = page(async ({ api, url }: PageArguments) => {
  const query = readFeed(url.searchParams)
  const { path, parameters } = feedRequest(query)
  const ask = () => api.list(path, { ...parameters, start: query.start })
  return { query, found: await listOrFailure(ask, query.rel !== "all") }
})
export const handle: PageHandle = { hasResults: true }

export const loader = (args: Route.LoaderArgs) => load.inDocument(args)
export const clientLoader = load.client

type Loaded = Awaited<ReturnType<typeof load.client>>
export default fromDocument(function Feed({ loaderData: { query, found } }: { loaderData: Loaded }) {
  const t = useMessages()
  const navigate = useNavigate()
  const address = paths.activities(writeFeed(query))
  const isPlain = address === paths.activities()
  const go = (change: Partial<FeedQuery>) =>
    void navigate(paths.activities(writeFeed({ ...query, start: 0, ...change })), {
      replace: true,
      preventScrollReset: true,
    })
  // Only the whole feed is counted: the total of a search or of the followed pages is not shown.
  const isCounted = !query.q && query.rel === "all"
  const feeds =
    query.rel === "all"
      ? (format: FeedFormat) => paths.activitiesFeed(format) + search(writeFeed({ ...query, start: 0 }))
      : undefined

  return (
    <>
      <PageMeta
        title={t("layout.activities")}
        description={t("activities.description")}
        noindex={!isPlain}
        feeds={feeds}
      />
      <div className="wrap">
        <header className="head">
          <div className="head__row">
            <h1 className="d1" tabIndex={-1}>
              {t("layout.activities")}
            </h1>
            <p className="lead t2 head__rule">{t("activities.rule")}</p>
          </div>
        </header>
      </div>
      <FeedFilters query={query} go={go} />
      <Results className="wrap feeds">
        {found.trouble ? (
          <FailedList
            trouble={found.trouble}
            address={address}
            failed={t("activities.failed")}
            needsAccount={t("activities.needs_account")}
          />
        ) : (
          <>
            <p className="vh" role="status">
              {isCounted || found.total === 0
                ? t("activities.newest_first", { count: found.total })
                : t("activities.some_newest_first")}
            </p>
            {found.items.length > 0 ? (
              <FeedList key={address} query={query} found={found} />
            ) : (
              <Nothing query={query} />
            )}
          </>
        )}
        {feeds && (
          <div className="bar mt-8">
            <AddTo
              title={t("layout.activities")}
              feeds={(format) => inLanguagePath(feeds(format), t.language)}
              icon={RssSimple}
            >
              {t("feeds.in_reader")}
            </AddTo>
          </div>
        )}
      </Results>
    </>
  )
})

function Nothing({ query: { rel, q, models, withChanges } }: { query: FeedQuery }) {
  const t = useMessages()
  if (q || models.length > 0 || withChanges)
    return (
      <Empty
        level={2}
        title={q ? t("ui.nothing_for", { query: q }) : t("activities.none")}
        action={<ButtonLink to={paths.activities()}>{t("activities.see_all")}</ButtonLink>}
      >
        {t("activities.nothing_hint")}
      </Empty>
    )
  const find = { to: paths.actors(), label: t("activities.see_directory") }
  if (rel === "all")
    return (
      <Empty level={2} title={t("activities.none")} action={<ButtonLink to={find.to}>{find.label}</ButtonLink>}>
        {t("activities.none_hint")}
      </Empty>
    )
  return (
    <EmptyRelation
      rel={rel}
      title={t(`activities.none_${rel}`)}
      find={find}
      make={{ to: paths.newActor(), label: t("activities.new_page") }}
    >
      {t(`activities.none_${rel}_hint`)}
    </EmptyRelation>
  )
}
