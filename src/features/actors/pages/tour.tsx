import { Suspense, useState } from "react"
import { data, redirect } from "react-router"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { EditLayout } from "#ui/editing/edit-layout.tsx"
import { Empty } from "#ui/empty.tsx"
import { CalendarBlank, MapTrifold, Printer } from "#ui/icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import type { Api } from "#web/api.ts"
import { townOf } from "#web/editing/chosen-town.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { failureOf } from "#web/api/problems.ts"
import { forUser } from "#web/session/session.ts"
import type { Actor } from "../actor.ts"
import { periodIn } from "../openings/opening-words.ts"
import type { Tour } from "../tour/tour.ts"
import { type TourPageQuery, readTour } from "../tour/tour-query.ts"
import { TourForm } from "../ui/openings/tour-form.tsx"
import { TourStops } from "../ui/openings/tour-stops.tsx"
import type { Route } from "./+types/tour"
import "#ui/styles/editor.css"

const TourMap = lazyPart(() => import("../ui/openings/tour-map.tsx"))

type Town = { name: string; lat: number; lon: number }
type Loaded = {
  actor: Pick<Actor, "fid" | "name">
  asked: TourPageQuery
  towns: Town[]
  /** Unknown towns, by their index on the way. */
  unknown: number[]
  errors: string[]
  tour: Tour | undefined
}

const load = page(({ api, params, url, language }: PageArguments<{ fid: string }>) =>
  forUser(async (): Promise<Loaded> => {
    await api.get("/api/me/") // fails for visitors, who then get the sign-in form, whatever the address
    const { fid, name, may } = await api.get("/api/actors/{fid}/", { fid: params.fid })
    if (fid !== params.fid) throw redirect(paths.tourOfActor(fid) + url.search, 301)
    if (!may?.includes("edit")) throw data({ detail: undefined, code: "not_allowed" }, { status: 403 })
    const asked = readTour(url.searchParams)
    const found = await Promise.all(
      asked.towns.map((town) => townOf(api, town.name, town.at, language).catch(() => undefined)),
    )
    const unknown = found.flatMap((town, at) => (town ? [] : [at]))
    const towns = found.flatMap((town) => town ?? [])
    const isWhole = unknown.length === 0 && towns.length >= 2 && asked.from && asked.to
    const planned = isWhole ? await readPlan(api, fid, asked, towns) : { tour: undefined, errors: [] }
    return { actor: { fid, name }, asked, towns, unknown, ...planned }
  }),
)
export const loader = load.server
export const clientLoader = load.client

/** Reads the plan from the API; faults in the days are shown above the form. */
async function readPlan(api: Api, fid: string, { from = "", to = "", within }: TourPageQuery, towns: Town[]) {
  const way = towns.map(({ lat, lon }) => `${lat.toFixed(5)},${lon.toFixed(5)}`).join(";")
  try {
    return { tour: await api.get("/api/actors/{fid}/tour/", { fid, way, from, to, within }), errors: [] }
  } catch (error) {
    const failure = failureOf(error)
    if (failure?.status !== 400) throw error
    return { tour: undefined, errors: Object.values(failure.said.fields).flat() }
  }
}

/** The tour page: a way and the openings along it on the page's free days, as a list by date, a map and a sheet to print. */
export default function TourPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={loaderData as Loaded | null} title={t("tour.title")}>
      {(loaded) => <Plan {...loaded} />}
    </SignedInOnly>
  )
}

function Plan({ actor, asked, towns, unknown, errors, tour }: Loaded) {
  const t = useMessages()
  const isAsked = asked.towns.length > 0 || asked.isSent
  const tooFew = isAsked && asked.towns.length < 2 ? [t("tour.two_towns")] : []
  const noDays = isAsked && !(asked.from && asked.to) ? [t("tour.two_days")] : []
  return (
    <EditLayout
      up={{ to: paths.openingsOfActor(actor.fid), label: t("tour.open_dates") }}
      title={tour ? t("tour.of", { name: actor.name }) : t("tour.title")}
    >
      <p className="t2 no-print">{t("tour.about")}</p>
      <TourForm fid={actor.fid} asked={asked} unknown={unknown} errors={[...tooFew, ...noDays, ...errors]} />
      {tour && <Result actor={actor} asked={asked} towns={towns} tour={tour} />}
    </EditLayout>
  )
}

type ResultProps = Pick<Loaded, "actor" | "asked" | "towns"> & { tour: Tour }

function Result({ actor, asked, towns, tour }: ResultProps) {
  const t = useMessages()
  const { free, is_stated, stops, total, length } = tour
  return (
    <>
      <section className="tour__free">
        <h2 className="d2">{t("tour.free")}</h2>
        <p className="lead">
          {towns.map(({ name }) => name).join(" → ")} · {periodIn(t, asked.from ?? "", asked.to ?? "")}
        </p>
        <p className="small t2">{t(is_stated ? "tour.free_stated" : "tour.free_unstated")}</p>
        {free.length > 0 ? (
          <ul className="openings__days num">
            {free.map(({ from, to }) => (
              <li key={from}>{periodIn(t, from, to)}</li>
            ))}
          </ul>
        ) : (
          <Empty
            level={3}
            title={t("tour.no_free")}
            action={
              <ButtonLink icon={CalendarBlank} to={paths.openingsOfActor(actor.fid)}>
                {t("tour.open_dates")}
              </ButtonLink>
            }
          >
            {t("tour.no_free_hint")}
          </Empty>
        )}
      </section>
      {free.length > 0 && (
        <section>
          <p className="t2 pb-3" role="status">
            {t("tour.count", { count: total, length: t.number(Math.round(length)) })}
            {total > stops.length && ` ${t("tour.first_of", { shown: stops.length, total })}`}
          </p>
          {stops.length > 0 ? (
            <>
              <Around towns={towns} stops={stops} />
              <TourStops stops={stops} towns={towns} />
            </>
          ) : (
            <Empty level={3} title={t("tour.nobody")}>
              {t("tour.nobody_hint")}
            </Empty>
          )}
        </section>
      )}
    </>
  )
}

/** The map, loaded when somebody opens it, and the button to print. */
function Around({ towns, stops }: { towns: Town[]; stops: Tour["stops"] }) {
  const t = useMessages()
  const [isShown, setShown] = useState(false)
  return (
    <div className="no-print needs-script">
      <div className="bar">
        <Button icon={MapTrifold} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? "tour.hide_map" : "tour.show_map")}
        </Button>
        <Button icon={Printer} onClick={() => print()}>
          {t("tour.print")}
        </Button>
      </div>
      {isShown && (
        <Suspense fallback={<p className="t2">{t("tour.loading_map")}</p>}>
          <TourMap towns={towns} stops={stops} />
        </Suspense>
      )}
    </div>
  )
}
