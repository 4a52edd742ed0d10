import { useMessages } from "#i18n/messages-context.ts"
import { inLanguage } from "#i18n/languages.ts"
import { PersonalTitle, Part } from "#features/accounts/ui/parts.tsx"
import { Personal } from "#features/accounts/ui/personal.tsx"
import { Badge } from "#ui/badge.tsx"
import { Empty } from "#ui/empty.tsx"
import { ArrowLeft } from "#ui/icons.tsx"
import { BookmarkFill } from "#ui/seldom-icons.tsx"
import { Link } from "#ui/link.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import type { Api } from "#web/api.ts"
import { Form, FormNotices, Submit, useField } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { ifFound } from "#web/api/if-found.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import type { ManagedAgenda } from "../agenda.ts"
import type { Route } from "./+types/lists"

/** The page or event that is to be added to an agenda. Its page links here when there is no script. */
type Wanted = { kind: "actor" | "event"; ref: string; name: string; lang?: string | undefined; to: string }

const load = page(({ api, url, language }: PageArguments) =>
  forUser(async () => {
    const wanted = await wantedOf(api, url, language)
    const about = wanted?.kind === "event" ? { event: wanted.ref } : { actor: wanted?.ref }
    return { wanted, agendas: await api.get("/api/me/lists/", wanted ? about : {}) }
  }),
)
export const loader = load.server
export const clientLoader = load.client

async function wantedOf(api: Api, url: URL, language: "fr" | "en" | "nl"): Promise<Wanted | undefined> {
  const event = url.searchParams.get("event")
  const fid = url.searchParams.get("actor")
  if (event && /^\d{1,15}$/.test(event)) {
    const found = await ifFound(api.get("/api/contents/events/{id}/", { id: event }))
    if (!found) return undefined
    const title = inLanguage(found.title, language, found.language)
    const lang = title.language === language ? undefined : title.language
    return { kind: "event", ref: event, name: title.text, lang, to: paths.event(found.id) }
  }
  if (!fid) return undefined
  const page = await ifFound(api.get("/api/actors/{fid}/", { fid }))
  return page && { kind: "actor", ref: page.fid, name: page.name, to: paths.actor(page.fid) }
}

const entryPath = "/api/me/lists/{id}/entries/{kind}/{ref}/"

const save = forms({
  make: async ({ api, values, t }) => {
    const { id } = await api.post("/api/me/lists/", { name: values.get("name") ?? "" })
    const [kind, ref] = [values.get("kind"), values.get("ref")]
    if (kind && ref) {
      await api.put(entryPath, undefined, { id: String(id), kind, ref })
      return { notice: { message: t("lists.made_and_added") } }
    }
    return { notice: { message: t("lists.made") }, to: paths.list(id) }
  },
  add: async ({ api, values, t }) => {
    await api.put(entryPath, undefined, entryOf(values))
    return { notice: { message: t("lists.added_to", { agenda: values.get("agenda") ?? "" }) } }
  },
  remove: async ({ api, values, t }) => {
    await api.delete(entryPath, undefined, entryOf(values))
    return { notice: { message: t("lists.removed_from", { agenda: values.get("agenda") ?? "" }) } }
  },
})
export const action = save.server
export const clientAction = save.client

function entryOf(values: Pick<URLSearchParams, "get">) {
  return { id: values.get("id") ?? "", kind: values.get("kind") ?? "", ref: values.get("ref") ?? "" }
}

export default function ListsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const outcome = actionData as Outcome | undefined
  return (
    <Personal data={loaderData} title={t("lists.title")}>
      {({ agendas, wanted }) => (
        <>
          {wanted ? (
            <div className="min-w-0">
              <Link className="up" to={wanted.to} lang={wanted.lang}>
                <ArrowLeft />
                <span className="truncate">{wanted.name}</span>
              </Link>
              <PersonalTitle>{t("lists.add_what", { what: wanted.name })}</PersonalTitle>
            </div>
          ) : (
            <PersonalTitle text={t("lists.about")}>{t("lists.title")}</PersonalTitle>
          )}
          <FormNotices of={outcome?.form === "make" ? undefined : outcome} />
          {agendas.length === 0 && !wanted && <Empty title={t("lists.none")}>{t("lists.none_hint")}</Empty>}
          {agendas.length > 0 && (
            <div className="grid gap-3">
              <p className="t2">{t("lists.by_name", { count: agendas.length })}</p>
              <ul className="own own--beside">
                {agendas.map((agenda) => (
                  <li key={agenda.id}>
                    <About agenda={agenda} isWanted={wanted !== undefined} />
                    {wanted && <Holding agenda={agenda} wanted={wanted} />}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <Part title={t("lists.new")}>
            <Form name="make" isEmptiedWhenDone>
              {wanted && <EntryFields wanted={wanted} />}
              <NameField />
              <div className="bar">
                <Submit kind="main" size="large">
                  {wanted ? t("lists.make_and_add") : t("lists.make")}
                </Submit>
              </div>
            </Form>
          </Part>
        </>
      )}
    </Personal>
  )
}

/** One agenda in the list: its name, whether it is public, and how much it holds. */
function About({ agenda, isWanted }: { agenda: ManagedAgenda; isWanted: boolean }) {
  const t = useMessages()
  const { events, actors } = agenda
  return (
    <div className="own__txt">
      <h2 className="own__name">
        <Link to={paths.list(agenda.id)}>{agenda.name}</Link>
      </h2>
      <p className="bar small t2">
        {agenda.published ? <Badge tone="yes">{t("lists.published")}</Badge> : <Badge>{t("lists.private")}</Badge>}
        {agenda.is_default && <Badge icon={BookmarkFill}>{t("lists.usual")}</Badge>}
        {isWanted && agenda.has && <Badge tone="yes">{t("lists.is_in")}</Badge>}
        {(events > 0 || actors === 0) && <span>{t("lists.events_count", { count: events })}</span>}
        {actors > 0 && <span>{t("lists.pages_count", { count: actors })}</span>}
      </p>
    </div>
  )
}

function Holding({ agenda, wanted }: { agenda: ManagedAgenda; wanted: Wanted }) {
  const t = useMessages()
  const { id, name, has } = agenda
  return (
    <div className="own__do">
      <Form name={has ? "remove" : "add"} className="press" isBare>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="agenda" value={name} />
        <EntryFields wanted={wanted} />
        <Submit aria-label={has ? t("lists.remove_what", { what: name }) : t("lists.add_in", { agenda: name })}>
          {has ? t("lists.remove") : t("lists.add")}
        </Submit>
      </Form>
    </div>
  )
}

function EntryFields({ wanted: { kind, ref } }: { wanted: Wanted }) {
  return (
    <>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="ref" value={ref} />
    </>
  )
}

function NameField() {
  const t = useMessages()
  return (
    <TextField
      {...useField("name")}
      label={t("lists.name")}
      hint={t("lists.name_hint")}
      maxLength={100}
      autoComplete="off"
    />
  )
}
