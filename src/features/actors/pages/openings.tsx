import { data, redirect } from "react-router"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { dateAt } from "#lib/time.ts"
import { ButtonLink } from "#ui/button.tsx"
import { EditLayout } from "#ui/editing/edit-layout.tsx"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { Empty } from "#ui/empty.tsx"
import { MapTrifold } from "#ui/icons.tsx"
import { FormNotices } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { type ListOrFailure, listOrFailure } from "#web/layout/failed-list.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { startIn } from "#web/lists/start-in.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import type { Actor } from "../actor.ts"
import { type Match, mostOpenings, type Opening, openingsAtOnce, sideOf } from "../openings/opening.ts"
import { Matches, type MatchesQuery } from "../ui/openings/matches.tsx"
import { OpeningForm } from "../ui/openings/opening-form.tsx"
import { ManagedOpenings } from "../ui/openings/managed-openings.tsx"
import type { Route } from "./+types/openings"
import { addDates, changeDates, endDates } from "./openings-forms.ts"
import "#ui/styles/editor.css"

type Params = { fid: string }
type Loaded = {
  actor: Pick<Actor, "fid" | "type" | "name" | "location">
  today: string
  openings: Opening[]
  /** Id of the opening that is being edited. */
  chosen: number | undefined
  query: MatchesQuery
  matches: ListOrFailure<Match>
}

const load = page(({ api, params, url }: PageArguments<Params>) =>
  forUser(async (): Promise<Loaded> => {
    await api.get("/api/me/") // fails for visitors, who then get the sign-in form, whatever the address
    const { fid, type, name, location, may } = await api.get("/api/actors/{fid}/", { fid: params.fid })
    if (fid !== params.fid) throw redirect(paths.openingsOfActor(fid) + url.search, 301)
    if (!may?.includes("edit")) throw data({ detail: undefined, code: "not_allowed" }, { status: 403 })
    const query: MatchesQuery = {
      order: url.searchParams.get("order") === "distance" ? "distance" : "date",
      opening: numberIn(url, "for"),
      start: startIn(url),
    }
    const { order, opening, start } = query
    const [openings, matches] = await Promise.all([
      api.get("/api/actors/{fid}/openings/", { fid }),
      listOrFailure(() =>
        api.list("/api/actors/{fid}/matches/", { fid, order, opening, start, limit: openingsAtOnce }),
      ),
    ])
    const today = dateAt(new Date(), location?.timezone ?? "Europe/Brussels")
    return { actor: { fid, type, name, location }, today, openings, chosen: numberIn(url, "opening"), query, matches }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms<Params>({ add: addDates, change: changeDates, end: endDates }, { saysOnce: true })
export const action = save.server
export const clientAction = save.client

/** The page on which managers edit a page's openings and see the matches. */
export default function OpeningsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const outcome = actionData as Outcome | undefined
  return (
    <SignedInOnly data={loaderData as Loaded | null} title={t("openings.title")}>
      {(loaded) => <Openings {...loaded} outcome={outcome?.form === "end" ? outcome : undefined} />}
    </SignedInOnly>
  )
}

function Openings({ actor, today, openings, chosen, query, matches, outcome }: Loaded & { outcome?: Outcome }) {
  const t = useMessages()
  const side = sideOf(actor.type)
  const open = openings.filter((one) => one.is_open)
  const held = open.find(({ id }) => id === chosen)
  return (
    <EditLayout up={{ to: paths.actor(actor.fid), label: actor.name }} title={t("openings.title")}>
      <p className="t2">{t(`openings.about_${side}`)}</p>
      <FormNotices of={outcome} />
      {side === "artist" && (
        <p className="bar">
          <ButtonLink icon={MapTrifold} to={paths.tourOfActor(actor.fid)}>
            {t("openings.plan_tour")}
          </ButtonLink>
        </p>
      )}
      <PanelPart
        title={t("openings.own")}
        label={openings.length > 0 ? t("openings.own_count", { count: open.length }) : undefined}
      >
        {openings.length > 0 ? (
          <ManagedOpenings fid={actor.fid} openings={openings} />
        ) : (
          <Empty level={3} title={t("openings.none")}>
            {t("openings.none_hint")}
          </Empty>
        )}
      </PanelPart>
      {(held !== undefined || open.length < mostOpenings) && (
        <PanelPart title={t(held ? "openings.edit_title" : "openings.add_title")} id="form">
          <OpeningForm key={`${held?.id} ${held?.version} ${openings.length}`} {...{ actor, side, held, today }} />
        </PanelPart>
      )}
      {open.length > 0 && (
        <PanelPart title={t(`openings.matches_${side}`)} id="matches">
          <Matches fid={actor.fid} query={query} found={matches} />
        </PanelPart>
      )}
    </EditLayout>
  )
}

function numberIn(url: URL, name: string): number | undefined {
  const asked = url.searchParams.get(name) ?? ""
  return /^\d{1,15}$/.test(asked) && Number(asked) > 0 ? Number(asked) : undefined
}
