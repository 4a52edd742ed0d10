import { useRef } from "react"
import type { Document } from "#features/documents/document.ts"
import { play } from "#features/documents/ui/player/player-store.ts"
import { trackOf } from "#features/documents/ui/player/track.ts"
import { TrackRow } from "#features/documents/ui/player/track-row.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Fold } from "#ui/fold.tsx"
import { PlayFill, RssSimple } from "#ui/icons.tsx"
import { LoadMore } from "#ui/loading/load-more.tsx"
import type { Api, List } from "#web/api.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { paths } from "#web/paths.ts"
import { useMore } from "#web/lists/use-more.ts"
import type { Actor } from "../../actor.ts"
import { withMore } from "../../actor-page.ts"
import "#features/documents/ui/player/player.css"

const atOnce = 24
const most = 100
/** Managers see here what everybody sees. */
const shown = { type: "Audio", sort: "-created", visibility: "public" } as const

/** Reads the sounds of a page, newest first. */
export async function soundsOf(api: Api, actor: string, limit: number): Promise<List<Document>> {
  return api.list("/api/documents/", { actor, ...shown, limit: Math.min(most, Math.max(atOnce, limit)) })
}

/** The sounds of a page by the year they were added, newest first: played one by one or all in a row. */
export function ActorListen({ actor, first }: { actor: Pick<Actor, "fid">; first: List<Document> }) {
  const t = useMessages()
  const { fid } = actor
  const list = useRef<HTMLDivElement>(null)
  const load = (start: number) => browserApi.list("/api/documents/", { actor: fid, ...shown, start, limit: atOnce })
  const { items, reached, total, state, loadMore } = useMore(first, idOf, load, list)
  // Sounds that cannot be played yet are left out; only staff need to see them.
  const sounds = items.filter((one) => trackOf(one))
  const tracks = sounds.flatMap((one) => trackOf(one) ?? [])
  return (
    <div className="years">
      <p className="bar bar--end mb-3">
        <span className="vh">{t("sound.newest_first", { count: total })}</span>
        <a className="link small listen__feed" href={paths.actorPodcast(fid)}>
          <RssSimple />
          {t("sound.podcast")}
        </a>
      </p>
      <div ref={list}>
        {byYear(sounds).map(({ year, sounds: there }) => (
          <Fold key={year} sign={year} title={year} label={<YearWords sounds={there} />}>
            {there.length > 1 && (
              <Button
                icon={PlayFill}
                onClick={() =>
                  play(
                    there.flatMap((one) => trackOf(one) ?? []),
                    0,
                    { goesOn: true },
                  )
                }
              >
                {t("sound.play_all", { year })}
              </Button>
            )}
            <ol className="rows">
              {there.map((sound) => (
                <TrackRow
                  key={sound.id}
                  sound={sound}
                  tracks={tracks}
                  detail={sound.sound?.album ? <span>{sound.sound.album}</span> : null}
                />
              ))}
            </ol>
          </Fold>
        ))}
      </div>
      {total > first.items.length && (
        <LoadMore state={state} onMore={loadMore} to={withMore(fid, "listen", reached)}>
          {t("ui.more_count", { count: t.number(Math.min(total - reached, atOnce)) })}
        </LoadMore>
      )}
    </div>
  )
}

const idOf = ({ id }: Document) => id

/** Number and total length: « 4 titres · 17 min ». */
function YearWords({ sounds }: { sounds: readonly Document[] }) {
  const t = useMessages()
  const minutes = Math.max(1, Math.round(sounds.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 60))
  return (
    <>
      {t("sound.count", { count: sounds.length })}
      {" · "}
      {t("sound.minutes", { count: minutes })}
    </>
  )
}

function byYear(sounds: readonly Document[]): { year: string; sounds: Document[] }[] {
  const years = new Map<string, Document[]>()
  for (const sound of sounds) {
    const year = sound.created.slice(0, 4)
    years.set(year, [...(years.get(year) ?? []), sound])
  }
  return [...years].map(([year, there]) => ({ year, sounds: there }))
}
