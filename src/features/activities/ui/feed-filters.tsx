import { useMessages } from "#i18n/messages-context.ts"
import { Chip } from "#ui/chip.tsx"
import { RelationLinks } from "#ui/fields/relation-links.tsx"
import { SearchField } from "#ui/fields/search-field.tsx"
import { ArrowsClockwise, CalendarBlank, FileText, type Icon, LinkSimple, Planet, UsersThree } from "#ui/icons.tsx"
import { paths } from "#web/paths.ts"
import type { ActivityModel } from "../activity.ts"
import { type FeedQuery, writeFeed } from "../feed.ts"

/** The filters by model, in the order in which they are shown. */
const shown = {
  "contents.Event": { label: "activities.filter_events", icon: CalendarBlank },
  "actors.Actor": { label: "activities.filter_actors", icon: UsersThree },
  "documents.Document": { label: "activities.filter_documents", icon: FileText },
  "links.Link": { label: "activities.filter_links", icon: LinkSimple },
  "fediverse.Identity": { label: "activities.filter_identities", icon: Planet },
} as const satisfies Record<ActivityModel, { label: string; icon: Icon }>
const shownModels = Object.keys(shown) as ActivityModel[]

type FeedFiltersProps = { query: FeedQuery; go: (change: Partial<FeedQuery>) => void }

/** Renders the relation, the search and the models: links and a form, so that all of it works without script. */
export function FeedFilters({ query, go }: FeedFiltersProps) {
  const t = useMessages()
  const to = (change: Partial<FeedQuery>) => paths.activities(writeFeed({ ...query, start: 0, ...change }))
  const { q: _q, ...rest } = writeFeed({ ...query, start: 0 })
  return (
    <div className="filters">
      <div className="wrap filters__in">
        <RelationLinks label={t("activities.relation")} current={query.rel} to={(rel) => to({ rel })} />
        <SearchField
          label={t("activities.search")}
          placeholder={t("activities.placeholder")}
          value={query.q ?? ""}
          onSearch={(q) => go({ q: q || undefined })}
          keep={rest}
        />
        <div className="chips" role="group" aria-label={t("activities.what")}>
          {shownModels.map((model) => {
            const isOn = query.models.includes(model)
            const { label, icon: Mark } = shown[model]
            const chosen = isOn ? query.models.filter((one) => one !== model) : [...query.models, model]
            return (
              <Chip key={model} to={to({ models: chosen })} isOn={isOn}>
                <Mark />
                {t(label)}
              </Chip>
            )
          })}
          <Chip to={to({ withChanges: !query.withChanges })} isOn={query.withChanges}>
            <ArrowsClockwise />
            {t("activities.filter_changes")}
          </Chip>
        </div>
      </div>
    </div>
  )
}
