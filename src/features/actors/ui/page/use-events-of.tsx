import { useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { LoadMore } from "#ui/loading/load-more.tsx"
import type { List } from "#web/api.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { useMore } from "#web/lists/use-more.ts"
import type { Actor } from "../../actor.ts"
import { pageEvent, moreAtOnce, type PageEvent, withMore } from "../../actor-page.ts"

const filters = { events: "future", history: "past" } as const

/** Returns the loaded events of a page and the button that loads more; `list` is the ref of their container. */
export function useEventsOf(actor: Pick<Actor, "fid">, first: List<PageEvent>, part: keyof typeof filters) {
  const t = useMessages()
  const list = useRef<HTMLDivElement>(null)
  const load = async (start: number) => {
    const asked = { actor: actor.fid, filter: filters[part], start, limit: moreAtOnce }
    const { items, total } = await browserApi.list("/api/contents/events/", asked)
    return { items: items.map(pageEvent), total }
  }
  const { items, reached, total, state, loadMore } = useMore(first, idOf, load, list)
  const more = first.total > first.items.length && (
    <LoadMore
      state={state}
      onMore={loadMore}
      to={withMore(actor.fid, part, reached)}
      detail={`${t.number(reached)} / ${t.number(total)}`}
    >
      {t("actors.more_events", { count: Math.min(moreAtOnce, total - reached) })}
    </LoadMore>
  )
  return { list, items, isWhole: reached >= total, more }
}

const idOf = ({ id }: PageEvent) => id
