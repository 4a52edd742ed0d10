import { useRef, useState } from "react"
import { addDays, dateAt } from "#lib/time.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Fold } from "#ui/fold.tsx"
import { Link } from "#ui/link.tsx"
import { LoadMore } from "#ui/loading/load-more.tsx"
import type { List } from "#web/api.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { paths } from "#web/paths.ts"
import { useSite } from "#web/page/site.ts"
import { useMore } from "#web/lists/use-more.ts"
import type { Document } from "../../document.ts"
import { pageSize, type SoundQuery, writeSounds } from "../../sound/sound-query.ts"
import { trackOf } from "../player/track.ts"
import { TrackRow } from "../player/track-row.tsx"

/** Sounds by the day they were added, newest first; more are loaded on request. */
export function SoundList({ query, found }: { query: SoundQuery; found: List<Document> }) {
  const t = useMessages()
  const timezone = useSite()?.timezone ?? "Europe/Brussels"
  const [today] = useState(() => dateAt(new Date(), timezone))
  const list = useRef<HTMLDivElement>(null)
  const load = (start: number) => {
    const parameters = { ...(query.q && { q: query.q }), type: "Audio", sort: "-created", limit: pageSize } as const
    return browserApi.list("/api/documents/", { ...parameters, start })
  }
  const { items, reached, total, state, loadMore } = useMore({ ...found, start: query.start }, idOf, load, list)
  const tracks = items.flatMap((one) => trackOf(one) ?? [])
  const near = (date: string) =>
    date === today ? t("ui.today") : date === addDays(today, -1) ? t("sound.yesterday") : t.date(date, "monthName")
  return (
    <div ref={list}>
      {query.start > 0 && (
        <p className="bar">
          <Link className="btn" to={paths.sounds(writeSounds({ ...query, start: 0 }))}>
            {t("sound.from_start")}
          </Link>
        </p>
      )}
      {byDay(items).map(({ date, sounds }) => (
        <Fold
          key={date}
          sign={String(Number(date.slice(8, 10)))}
          title={t.date(date, "long")}
          label={
            <>
              {near(date)}
              <br />
              {t.date(date, "weekday")}
            </>
          }
        >
          <ol className="rows">
            {sounds.map((sound) => (
              <TrackRow key={sound.id} sound={sound} tracks={tracks} />
            ))}
          </ol>
        </Fold>
      ))}
      {(state !== "end" || items.length > pageSize) && (
        <LoadMore state={state} onMore={loadMore} to={paths.sounds(writeSounds({ ...query, start: reached }))}>
          {t("ui.more_count", { count: t.number(Math.min(total - reached, pageSize)) })}
        </LoadMore>
      )}
    </div>
  )
}

const idOf = ({ id }: Document) => id

function byDay(sounds: readonly Document[]): { date: string; sounds: Document[] }[] {
  const days: { date: string; sounds: Document[] }[] = []
  for (const sound of sounds) {
    const date = sound.created.slice(0, 10)
    const day = days.at(-1)
    if (day?.date === date) day.sounds.push(sound)
    else days.push({ date, sounds: [sound] })
  }
  return days
}
