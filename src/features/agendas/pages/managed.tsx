import { useMessages } from "#i18n/messages-context.ts"
import { languages } from "#i18n/languages.ts"
import { PersonalTitle } from "#features/accounts/ui/parts.tsx"
import { Personal } from "#features/accounts/ui/personal.tsx"
import { Badge } from "#ui/badge.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { ArrowLeft, CalendarBlank, Globe, ShareNetwork } from "#ui/icons.tsx"
import { BookmarkFill } from "#ui/seldom-icons.tsx"
import { Link } from "#ui/link.tsx"
import { FormNotices } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { EntriesPart, type RemovedEntry } from "../ui/entries-part.tsx"
import { DeletePart, PublishingPart, SettingsPart } from "../ui/settings-parts.tsx"
import type { Route } from "./+types/managed"

/** Number of entries of an agenda shown at a time. */
const shownAtOnce = 200

const load = page(({ api, params: { id }, url }: PageArguments<{ id: string }>) =>
  forUser(async () => {
    const asked = Number(url.searchParams.get("start"))
    const start = Number.isSafeInteger(asked) && asked > 0 && asked <= 10_000 ? asked : 0
    const [agenda, entries] = await Promise.all([
      api.get("/api/me/lists/{id}/", { id }),
      api.list("/api/me/lists/{id}/entries/", { id, start, limit: shownAtOnce }),
    ])
    return { agenda, entries, start }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const path = "/api/me/lists/{id}/"
const entryPath = "/api/me/lists/{id}/entries/{kind}/{ref}/"

const save = forms<{ id: string }>({
  settings: async ({ api, values, params: { id }, t }) => {
    const description = Object.fromEntries(languages.map((one) => [one, values.get(`description.${one}`) ?? ""]))
    await api.patch(
      path,
      { name: values.get("name") ?? "", language: values.get("language") as "fr", description },
      { id },
    )
    return { notice: { message: t("lists.saved") } }
  },
  star: async ({ api, values, params: { id }, t }) => {
    await api.patch(path, { is_default: true }, { id })
    return { notice: { message: t("lists.usual_done", { agenda: values.get("agenda") ?? "" }) } }
  },
  publish: async ({ api, values, params: { id }, t }) => {
    const slug = values.get("slug")?.trim()
    await api.patch(
      path,
      { published: true, shows_owner: values.has("shows_owner"), ...(slug ? { slug } : {}) },
      { id },
    )
    return { notice: { message: t(values.has("isAgain") ? "lists.saved" : "lists.publish_done") } }
  },
  unpublish: async ({ api, params: { id }, t }) => {
    await api.patch(path, { published: false }, { id })
    return { notice: { message: t("lists.unpublish_done") } }
  },
  remove: async ({ api, values, params: { id }, t }) => {
    const given: RemovedEntry = {
      kind: values.get("kind") ?? "",
      ref: values.get("ref") ?? "",
      what: values.get("what") ?? "",
    }
    await api.delete(entryPath, undefined, { id, kind: given.kind, ref: given.ref })
    return { notice: { message: t("lists.removed_from", { agenda: values.get("agenda") ?? "" }) }, given }
  },
  putback: async ({ api, values, params: { id }, t }) => {
    await api.put(entryPath, undefined, { id, kind: values.get("kind") ?? "", ref: values.get("ref") ?? "" })
    return { notice: { message: t("lists.added_to", { agenda: values.get("agenda") ?? "" }) } }
  },
  delete: async ({ api, params: { id }, t }) => {
    await api.delete(path, undefined, { id })
    return { notice: { message: t("lists.deleted") }, to: paths.lists() }
  },
})
export const action = save.server
export const clientAction = save.client

/** One of the viewer's agendas: its entries, its settings and its visibility. */
export default function ManagedAgendaPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const outcome = actionData as Outcome | undefined
  const isField = outcome?.form === "settings" || outcome?.form === "publish"
  return (
    <Personal data={loaderData} title={loaderData?.agenda.name ?? t("lists.title")}>
      {({ agenda, entries, start }) => (
        <>
          <div>
            <Link className="up" to={paths.lists()}>
              <ArrowLeft />
              {t("lists.title")}
            </Link>
            <PersonalTitle>{agenda.name}</PersonalTitle>
            <p className="bar pt-3">
              {agenda.published ? (
                <Badge tone="yes">{t("lists.published")}</Badge>
              ) : (
                <Badge>{t("lists.private")}</Badge>
              )}
              {agenda.is_default && <Badge icon={BookmarkFill}>{t("lists.usual")}</Badge>}
            </p>
            <p className="bar pt-3">
              <ButtonLink icon={CalendarBlank} to={paths.events({ list: String(agenda.id) })}>
                {t("lists.see_events")}
              </ButtonLink>
              {agenda.published && agenda.slug && (
                <>
                  <ButtonLink icon={Globe} to={paths.agenda(agenda.slug)}>
                    {t("lists.see_public")}
                  </ButtonLink>
                  <ButtonLink icon={ShareNetwork} to={paths.shareAgenda(agenda.slug)}>
                    {t("lists.share")}
                  </ButtonLink>
                </>
              )}
            </p>
          </div>
          <FormNotices of={isField ? undefined : outcome} />
          <EntriesPart agenda={agenda} entries={entries} start={start} />
          <SettingsPart key={`${agenda.name} ${agenda.language}`} agenda={agenda} />
          <PublishingPart key={String(agenda.published)} agenda={agenda} />
          <DeletePart agenda={agenda} />
        </>
      )}
    </Personal>
  )
}
