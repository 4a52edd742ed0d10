import { Form as GetForm } from "react-router"
import { ActorAvatar } from "#features/actors/ui/actor-avatar.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { Check, CheckBold, DownloadSimple, EnvelopeSimple, Star, StarFill, X, XBold } from "#ui/icons.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import { Select } from "#ui/fields/select.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths, search } from "#web/paths.ts"
import type { AnswerFilter, Managed } from "../../pages/manage-data.ts"
import { momentInWords } from "../event-words.ts"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { Pager } from "#web/lists/pager.tsx"
import { AttendeesElsewhere } from "./attendees-elsewhere.tsx"
import { DayText } from "./parts.tsx"

const marks = { confirmed: Check, interested: Star, declined: X } as const
const badges = {
  confirmed: { tone: "yes", icon: CheckBold },
  interested: { tone: "int", icon: StarFill },
  declined: { tone: "no", icon: XBold },
} as const
const kinds = ["confirmed", "interested", "declined"] as const

/** The table of answers, for all dates or for one. */
export function Answers({ managed }: { managed: Managed }) {
  const t = useMessages()
  const { event, asked, answers, counts, perPage } = managed
  const { value, occurrence, start } = asked
  const total = answers?.total ?? 0
  const ofDate = counts.find((one) => one.occurrence === occurrence)
  const shown = occurrence === undefined ? event.attendance_counts : (ofDate ?? noAnswers)
  const here = (query: Record<string, string | undefined>) =>
    paths.manageEvent(event.id, { occurrence: occurrence?.toString(), value, ...query })
  const csv = `/api/contents/events/${event.id}/attendances/${search({
    format: "csv",
    value,
    occurrence: occurrence?.toString(),
  })}`
  const isEmpty = counts.length === 0
  return (
    <PanelPart className="evm__body" title={t("manage.tab_answers")} label={t("manage.only_you")}>
      <dl className="tally">
        {kinds.map((kind) => {
          const Mark = marks[kind]
          return (
            <div key={kind}>
              <dd className="glyph">{t.number(shown?.[kind] ?? 0)}</dd>
              <dt className="h5">
                <Mark />
                {t(`ui.${kind}`)}
              </dt>
            </div>
          )
        })}
      </dl>
      {(shown?.unconfirmed ?? 0) > 0 && (
        <p className="t2">{t("cancel.unconfirmed", { count: shown?.unconfirmed ?? 0 })}</p>
      )}
      {event.occurrences.length > 1 && <OfDate managed={managed} />}
      {isEmpty ? (
        <Empty
          title={t("manage.no_answers")}
          action={
            event.workflow === "published" ? (
              <ButtonLink to={paths.shareEvent(event.id)}>{t("manage.share")}</ButtonLink>
            ) : (
              <ButtonLink to={paths.editEvent(event.id)}>{t("manage.edit")}</ButtonLink>
            )
          }
        >
          {t(event.workflow === "published" ? "manage.no_answers_text" : "manage.no_answers_draft")}
        </Empty>
      ) : (
        <>
          <div className="bar bar--between">
            <SegmentedLinks
              label={t("manage.filter")}
              current={value ?? "all"}
              segments={[undefined, ...kinds].map((one: AnswerFilter) => ({
                value: one ?? "all",
                label: t(`manage.only_${one ?? "all"}`),
                to: here({ value: one }),
              }))}
            />
            <div className="bar">
              <ButtonLink icon={EnvelopeSimple} to={`${paths.manageEvent(event.id, { tab: "messages" })}#write`}>
                {t("manage.write_to_all")}
              </ButtonLink>
              <ButtonLink icon={DownloadSimple} to={csv}>
                {t("manage.list_csv")}
              </ButtonLink>
            </div>
          </div>
          {total > 0 ? (
            <Table managed={managed} />
          ) : (
            !managed.elsewhere.attendees?.total && <p className="t2">{t("manage.none_such")}</p>
          )}
          <Pager start={start} size={perPage} total={total} />
          <AttendeesElsewhere managed={managed} />
        </>
      )}
    </PanelPart>
  )
}

const noAnswers = { confirmed: 0, interested: 0, declined: 0, unconfirmed: 0 }

function Table({ managed: { event, answers } }: { managed: Managed }) {
  const t = useMessages()
  const hasDates = event.occurrences.length > 1
  return (
    <table className="table evm__table">
      <caption className="vh">{t("manage.tab_answers")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("manage.who")}</th>
          <th scope="col">{t("manage.answer")}</th>
          {hasDates && (
            <th scope="col" className="only-wide">
              {t("manage.for_date")}
            </th>
          )}
          <th scope="col" className="only-wide">
            {t("manage.on")}
          </th>
        </tr>
      </thead>
      <tbody>
        {answers?.items.map(({ actor, value, occurrence, updated, is_confirmed }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- one page of a table that is read again whole
          <tr key={at}>
            <td>
              <span className="bar evm__who">
                <ActorAvatar type={actor.type} name={actor.name} fid={actor.fid} size="sm" />
                {is_confirmed ? (
                  <PageLink className="actor" to={paths.actor(actor.fid)}>
                    {actor.name}
                  </PageLink>
                ) : (
                  <>
                    <span>{actor.name}</span>
                    <Badge tone="warn">{t("manage.answer_unconfirmed")}</Badge>
                  </>
                )}
              </span>
            </td>
            <td>
              <Badge {...badges[value]}>{t(`ui.${value}`)}</Badge>
              <span className="small t2 num evm__narrow">
                {hasDates && `${occurrence ? t.date(occurrence.start, "short") : t("manage.all_dates")} · `}
                <DayText iso={updated} />
              </span>
            </td>
            {hasDates && (
              <td className="t2 num only-wide">
                {occurrence ? t.date(occurrence.start, "short") : t("manage.all_dates")}
              </td>
            )}
            <td className="t2 num only-wide">
              <DayText iso={updated} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The choice of a date, with the number of answers to each. */
function OfDate({ managed: { event, counts, asked } }: { managed: Managed }) {
  const t = useMessages()
  const answered = new Map(
    counts.map(({ occurrence, confirmed, interested, declined }) => [occurrence, confirmed + interested + declined]),
  )
  const options = event.occurrences.map(({ id, start, status }) => {
    const words = momentInWords(t, start, event.all_day)
    const count = answered.get(id) ?? 0
    return {
      value: String(id),
      label: [words, status === "cancelled" ? t("manage.is_cancelled") : "", t("manage.answers_count", { count })]
        .filter(Boolean)
        .join(" · "),
    }
  })
  return (
    <GetForm method="get" className="beside evm__date" preventScrollReset>
      {asked.value && <input type="hidden" name="value" value={asked.value} />}
      <Select
        name="occurrence"
        key={asked.occurrence}
        defaultValue={asked.occurrence?.toString() ?? ""}
        label={t("manage.date")}
        options={[{ value: "", label: t("manage.all_dates") }, ...options]}
      />
      <Button type="submit">{t("manage.show")}</Button>
    </GetForm>
  )
}
