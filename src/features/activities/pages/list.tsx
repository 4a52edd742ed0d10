import { useNavigate } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { Note } from "#ui/note.tsx"
import type { Api, List } from "#web/api.ts"
import { PageMeta } from "#web/meta.tsx"
import { withNext } from "#web/navigation/next.ts"
import { type PageArguments, page } from "#web/page.ts"
import { paths } from "#web/paths.ts"
import { fromDocument } from "#web/speed/document-data.tsx"
import type { Activity } from "../activity.ts"
import { callOf, type FeedQuery, readFeed, writeFeed } from "../feed.ts"
import { FeedFilters } from "../ui/feed-filters.tsx"
import { FeedList } from "../ui/feed-list.tsx"
import type { Route } from "./+types/list"
import "../ui/feed.css"

/** Why there is no list. */
type Trouble = { status: number; detail?: string | undefined }
type Found = List<Activity> & { trouble?: Trouble }

const load = page(async ({ api, url }: PageArguments) => {
  const query = readFeed(url.searchParams)
  return { query, found: await listOf(api, query) }
})
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
  // A search and what one follows end where they end: how many there are is counted of the whole alone.
  const isCounted = !query.q && query.rel === "all"

  return (
    <>
      <PageMeta title={t("layout.activities")} description={t("activities.description")} noindex={!isPlain} />
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
      <div className="wrap feeds">
        {found.trouble ? (
          <TroubleNote trouble={found.trouble} address={address} />
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
      </div>
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
  const words = rel === "all" ? "none" : (`none_${rel}` as const)
  return (
    <Empty
      level={2}
      title={t(`activities.${words}`)}
      action={<ButtonLink to={paths.actors()}>{t("activities.see_directory")}</ButtonLink>}
    >
      {t(`activities.${words}_hint`)}
    </Empty>
  )
}

/** A relation that asks to sign in, or a failure, with a way to try again. */
function TroubleNote({ trouble: { status, detail }, address }: { trouble: Trouble; address: string }) {
  const t = useMessages()
  if (status === 403) {
    return (
      <Note role="status" action={<ButtonLink to={withNext("login", address)}>{t("layout.log_in")}</ButtonLink>}>
        <p>
          <strong>{detail ?? t("errors.sign_in_needed")}</strong>
        </p>
        <p>{t("activities.needs_account")}</p>
      </Note>
    )
  }
  return (
    <Note type="error" role="alert" action={<ButtonLink to={address}>{t("ui.retry")}</ButtonLink>}>
      <p>
        <strong>{t("activities.failed")}</strong>
      </p>
      <p>{detail ?? t("errors.default")}</p>
    </Note>
  )
}

/** A failure empties the list and is told; the page stands. */
async function listOf(api: Api, query: FeedQuery): Promise<Found> {
  const { path, parameters } = callOf(query)
  try {
    return await api.list(path, { ...parameters, start: query.start })
  } catch (error) {
    const { init, data } = error as { init?: ResponseInit; data?: { detail?: string } }
    return { items: [], total: 0, trouble: { status: init?.status ?? 500, detail: data?.detail } }
  }
}
