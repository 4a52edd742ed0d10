import { useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Fold } from "#ui/fold.tsx"
import { Link } from "#ui/link.tsx"
import { LoadMore } from "#ui/loading/load-more.tsx"
import type { List } from "#web/api.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { paths } from "#web/paths.ts"
import { useMore } from "#web/lists/use-more.ts"
import {
  byDistance,
  byLetter,
  type DirectoryQuery,
  type Letter,
  letterOf,
  nextPage,
  type Point,
  writeDirectory,
} from "../../listing/directory.ts"
import { type ListedActor, listedActor } from "../../listing/listed-actor.ts"
import { ActorCard } from "./actor-card.tsx"
import { letterId, letterHeading } from "./letter-index.tsx"

type DirectoryListProps = {
  query: DirectoryQuery
  found: List<ListedActor>
  letters: readonly Letter[]
  near: Point | undefined
}

/** Names under their letters, or by distance in a search around a place; more are loaded on request. */
export function DirectoryList({ query, found, letters, near }: DirectoryListProps) {
  const t = useMessages()
  const { start } = query
  const chooses = query.rel === "followed"
  const list = useRef<HTMLDivElement>(null)
  const load = async (from: number) => {
    const path = query.rel === "all" ? "/api/actors/" : (`/api/actors/${query.rel}/` as const)
    const { items, total } = await browserApi.list(path, {
      ...calledWith(query),
      ...(near && { near: `${near.lat},${near.lon}`, radius: query.radius }),
      start: from,
      limit: nextPage,
    })
    return { items: items.map(listedActor), total }
  }
  const { items: actors, reached, total, state, loadMore } = useMore({ ...found, start }, fidOf, load, list)
  const isWhole = query.rel === "all" && !query.q && !query.letter && !near
  const counts = new Map(letters.map(({ letter, count }) => [letter, count]))
  const rest = total - reached

  return (
    <div ref={list}>
      {start > 0 && (
        <p className="bar">
          <Link className="btn" to={paths.actors(writeDirectory({ ...query, start: 0 }))}>
            {t("directory.from_start")}
          </Link>
        </p>
      )}
      {near
        ? byDistance(actors, query.radius).map(({ radius, actors: within }) => (
            <Fold
              key={radius}
              sign={radius}
              title={t("directory.within", { radius })}
              label={
                <>
                  {t("directory.within", { radius })}
                  <br />
                  {t("directory.pages_count", { count: within.length })}
                </>
              }
            >
              <Cards actors={within} chooses={chooses} />
            </Fold>
          ))
        : byLetter(actors).map(({ letter, actors: under }) => {
            const count = isWhole || query.letter ? (counts.get(letter) ?? under.length) : under.length
            return (
              <Fold
                key={letter}
                id={letterId(letter)}
                sign={letterHeading(letter)}
                title={letter === "0" ? t("directory.other_signs") : letter.toUpperCase()}
                label={t("directory.pages_count", { count })}
              >
                <Cards actors={under} chooses={chooses} />
              </Fold>
            )
          })}
      {(rest > 0 || state !== "end") && (
        <LoadMore state={state} onMore={loadMore} to={paths.actors(writeDirectory({ ...query, start: reached }))}>
          {(isWhole && lettersLeft(t, letters, actors)) ||
            t("ui.more_count", { count: t.number(Math.min(rest, nextPage)) })}
        </LoadMore>
      )}
    </div>
  )
}

function Cards({ actors, chooses }: { actors: readonly ListedActor[]; chooses: boolean }) {
  return (
    <ul className="cols2">
      {actors.map((actor) => (
        <ActorCard key={actor.fid} actor={actor} chooses={chooses} />
      ))}
    </ul>
  )
}

const fidOf = ({ fid }: ListedActor) => fid

function calledWith({ q, types, letter }: DirectoryQuery) {
  return { ...(q && { q }), ...(types.length > 0 && { type: types.join(",") }), ...(letter && { letter }) }
}

/** Names the letters that the next page shows: « De O à V ». */
function lettersLeft(t: ReturnType<typeof useMessages>, letters: readonly Letter[], shown: readonly ListedActor[]) {
  const last = shown.at(-1)
  const at = last ? letters.findIndex(({ letter }) => letter === letterOf(last.name)) : -1
  const here = letters[at]
  if (!last || !here) return undefined
  const isComplete = shown.filter(({ name }) => letterOf(name) === here.letter).length >= here.count
  const from = isComplete ? at + 1 : at
  let sum = 0
  let to = from
  for (let next = from; next < letters.length && sum < nextPage; next++) {
    sum += letters[next]?.count ?? 0
    to = next
  }
  const [first, final] = [letters[from], letters[to]].map((one) => one && letterHeading(one.letter))
  return first && final && first !== final ? t("directory.from_to", { from: first, to: final }) : undefined
}
