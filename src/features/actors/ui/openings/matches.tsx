import { useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import { Link } from "#ui/link.tsx"
import { LoadMore } from "#ui/loading/load-more.tsx"
import { browserApi } from "#web/api/browser-api.ts"
import { FailedList, type ListOrFailure } from "#web/layout/failed-list.tsx"
import { paths } from "#web/paths.ts"
import { useMore } from "#web/lists/use-more.ts"
import { type Match, openingsAtOnce } from "../../openings/opening.ts"
import { periodIn } from "../../openings/opening-words.ts"
import { OpeningRow } from "./opening-row.tsx"

/** The selection and order of matches, as the address contains them. */
export type MatchesQuery = { order: "date" | "distance"; opening: number | undefined; start: number }

type MatchesProps = { fid: string; query: MatchesQuery; found: ListOrFailure<Match> }

/** The matches of a page's openings, in the chosen order. */
export function Matches({ fid, query, found }: MatchesProps) {
  const t = useMessages()
  const { order, opening } = query
  const address = (change: Partial<MatchesQuery>) => `${addressOf(fid, { ...query, start: 0, ...change })}#matches`
  return (
    <>
      <p className="t2">{t("openings.rule")}</p>
      {found.trouble ? (
        <FailedList
          trouble={found.trouble}
          address={address({})}
          failed={t("openings.failed")}
          needsAccount={t("openings.failed")}
        />
      ) : (
        <>
          <div className="bar bar--between py-3">
            <p className="small t2" role="status">
              {t("openings.matches_count", { count: found.total })}
            </p>
            <div className="bar">
              {opening !== undefined && (
                <ButtonLink kind="bare" to={address({ opening: undefined })}>
                  {t("openings.all_own")}
                </ButtonLink>
              )}
              <SegmentedLinks
                label={t("openings.order")}
                current={order}
                segments={(["date", "distance"] as const).map((value) => ({
                  value,
                  label: t(`openings.order_${value}`),
                  to: address({ order: value }),
                }))}
              />
            </div>
          </div>
          {found.items.length > 0 ? (
            <List key={addressOf(fid, query)} fid={fid} query={query} found={found} />
          ) : (
            <Empty
              level={3}
              title={t("openings.no_match")}
              action={<ButtonLink to={paths.openings()}>{t("openings.see_all")}</ButtonLink>}
            >
              {t("openings.no_match_hint")}
            </Empty>
          )}
        </>
      )}
    </>
  )
}

function List({ fid, query, found }: MatchesProps) {
  const t = useMessages()
  const list = useRef<HTMLDivElement>(null)
  const { order, opening, start } = query
  const load = (from: number) =>
    browserApi.list("/api/actors/{fid}/matches/", { fid, order, opening, start: from, limit: openingsAtOnce })
  const more = useMore({ ...found, start }, (one: Match) => `${one.own} ${one.opening.id}`, load, list)
  const rest = more.total - more.reached
  return (
    <div ref={list}>
      {start > 0 && (
        <p className="bar">
          <Link className="btn" to={`${addressOf(fid, { ...query, start: 0 })}#matches`}>
            {t("openings.from_start")}
          </Link>
        </p>
      )}
      <ul className="openings">
        {more.items.map(({ own, opening: other, starts_on, ends_on, distance }) => (
          <OpeningRow
            key={`${own} ${other.id}`}
            opening={other}
            days={periodIn(t, starts_on, ends_on)}
            distance={distance}
          />
        ))}
      </ul>
      {(rest > 0 || more.state !== "end") && (
        <LoadMore
          state={more.state}
          onMore={more.loadMore}
          to={`${addressOf(fid, { ...query, start: more.reached })}#matches`}
        >
          {t("ui.more_count", { count: t.number(Math.min(rest, openingsAtOnce)) })}
        </LoadMore>
      )}
    </div>
  )
}

function addressOf(fid: string, { order, opening, start }: MatchesQuery): string {
  return paths.openingsOfActor(fid, {
    for: opening === undefined ? undefined : String(opening),
    order: order === "date" ? undefined : order,
    start: start > 0 ? String(start) : undefined,
  })
}
