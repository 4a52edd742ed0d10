import { PersonalTitle } from "#features/accounts/ui/parts.tsx"
import { Personal } from "#features/accounts/ui/personal.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { dateAt } from "#lib/time.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { CalendarBlank } from "#ui/icons.tsx"
import type { Api } from "#web/api.ts"
import { Pager } from "#web/lists/pager.tsx"
import { startIn } from "#web/lists/start-in.ts"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { outingOf } from "../outings/outing.ts"
import { OutingDays } from "../ui/outings/outing-days.tsx"
import { OutingDiary } from "../ui/outings/outing-diary.tsx"
import type { Route } from "./+types/outings"

/** Number of coming outings, and of past ones, on a page. The posters of the diary weigh more. */
const comingAtOnce = 100
const pastAtOnce = 40

async function read(api: Api, url: URL) {
  const [from, start] = [startIn(url, "from"), startIn(url)]
  const [profile, coming, past] = await Promise.all([
    api.get("/api/me/"),
    api.list("/api/me/outings/", { start: from, limit: comingAtOnce }),
    api.list("/api/me/outings/", { when: "past", start, limit: pastAtOnce }),
  ])
  return {
    today: dateAt(new Date(), profile.timezone),
    coming: { items: coming.items.map(outingOf), total: coming.total, start: from },
    past: { items: past.items.map(outingOf), total: past.total, start },
  }
}

const load = page(({ api, url }) => forUser(() => read(api, url)))
export const loader = load.server
export const clientLoader = load.client

/** The page of a person's coming and past outings, visible only to them. */
export default function OutingsPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <Personal data={loaderData} title={t("outings.title")}>
      {({ today, coming, past }) => (
        <>
          <PersonalTitle text={t("outings.about")}>{t("outings.title")}</PersonalTitle>
          <p className="no-print">
            <ButtonLink icon={CalendarBlank} to={paths.personalCalendarPage()}>
              {t("calendar.to_calendar")}
            </ButtonLink>
          </p>
          {coming.total === 0 && (
            <Empty
              title={t("outings.none")}
              action={
                <ButtonLink kind="main" to={paths.events()}>
                  {t("outings.open_agenda")}
                </ButtonLink>
              }
            >
              {t("outings.none_hint")}
            </Empty>
          )}
          {coming.items.length > 0 && <OutingDays outings={coming.items} today={today} />}
          <Pager name="from" start={coming.start} size={comingAtOnce} total={coming.total} />
          <div id="diary">{past.items.length > 0 && <OutingDiary outings={past.items} />}</div>
          <Pager start={past.start} size={pastAtOnce} total={past.total} />
        </>
      )}
    </Personal>
  )
}
