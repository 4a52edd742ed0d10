import { data, redirect } from "react-router"
import { useRef } from "react"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { imageFrom } from "#features/documents/image/image-values.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { EditLayout } from "#ui/editing/edit-layout.tsx"
import { forget } from "#web/api/browser-api.ts"
import { draftOf, dropDraft, dropSaved, storeDraft } from "#web/editing/draft.ts"
import { DraftNote, EditForm, type Edited } from "#web/editing/edit-form.tsx"
import { useLiveFields } from "#web/editing/edit-live.ts"
import { SavedContext } from "#web/editing/edit-part.tsx"
import { applyRowPress } from "#web/editing/edit-rows.tsx"
import { type Fields, richText, resolveConflict } from "#web/editing/edit-values.ts"
import { renameFields } from "#web/editing/rename-fields.ts"
import { Submit } from "#web/editing/form-parts.tsx"
import { type FormArguments, forms } from "#web/editing/form.ts"
import { useRounds } from "#web/editing/use-rounds.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { failureOf } from "#web/api/problems.ts"
import { forUser } from "#web/session/session.ts"
import { languages } from "#i18n/languages.ts"
import type { Actor } from "../actor.ts"
import { type Country, countryNames } from "../countries.ts"
import { changeIn, fieldNamesFor, fieldsOfActor } from "../writing/form-fields.ts"
import { isMoved, locationIn } from "../writing/form-location.ts"
import { ActorFields } from "../ui/edit/actor-fields.tsx"
import { comparedActorFields } from "../ui/edit/compared-actor-fields.ts"
import { ActorPreview } from "../ui/edit/actor-preview.tsx"
import { LiveContext } from "../ui/edit/live-actor.ts"
import { useHost } from "../ui/edit/use-host.ts"
import type { Route } from "./+types/edit"
import "#ui/styles/editor.css"
import "../ui/edit/actor-editor.css"

const subjectOf = (fid: string) => `actor-${fid}`

type Params = { fid: string }

/** Reads the page without its cached answer, since editing has to begin with the latest version. */
async function latest(api: FormArguments["api"], fid: string): Promise<Actor> {
  forget(`/api/actors/${encodeURIComponent(fid)}/`)
  return api.get("/api/actors/{fid}/", { fid })
}

const load = page(({ api, params, url, language }: PageArguments<Params>) =>
  forUser(async () => {
    const me = await api.get("/api/me/") // fails for visitors, who then get the sign-in form, whatever the address
    const actor = await latest(api, params.fid)
    if (actor.fid !== params.fid) throw redirect(`${paths.editActor(actor.fid)}${url.search}`, 301)
    if (!actor.may?.includes("edit")) throw data({ detail: undefined, code: "not_allowed" }, { status: 403 })
    const subject = subjectOf(actor.fid)
    const [draft, [last]] = await Promise.all([
      draftOf(api, subject),
      api.get("/api/actors/{fid}/changes/", { fid: actor.fid, limit: 1 }).catch(() => []),
    ])
    const edited: Edited = { subject, saved: fieldsOfActor(actor), version: actor.version, draft }
    // Shown in a conflict: the last person who changed the page, if it was not the viewer.
    const mine: (string | null)[] = [me.name, me.username, me.identity?.name ?? null]
    const who = last?.by && !mine.includes(last.by.name) ? last.by.name : undefined
    return { actor, edited, who, countries: countryNames(language, actor.location?.country) }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms(
  {
    save: async (args: FormArguments<Params>) => {
      const { api, values, params, url, t } = args
      const fields = await asHtml(resolveConflict(values))
      const version = Number(values.get("version")) || undefined
      const pressed = applyRowPress(fields, values.get("do") ?? "", { name: "", url: "", value: "" })
      if (pressed) {
        await storeDraft(api, subjectOf(params.fid), pressed, version)
        return { to: `${paths.editActor(params.fid)}${url.search}` }
      }
      const actor = await latest(api, params.fid)
      const saved = fieldsOfActor(actor)
      const change = changeIn(fields, saved)
      const images = {
        ...(await imageChange(args, "avatar", saved, fields)),
        ...(await imageChange(args, "banner", saved, fields)),
      }
      const place = isMoved(fields, saved) ? await locationIn(api, fields, actor.location) : {}
      // An invalid point is sent as one out of range, so that the API reports it with all other faults at once.
      const noPoint: Record<string, string[]> = place === "wrong" ? { "location.point": [t("errors.point")] } : {}
      const body = { ...change, ...images, ...(place === "wrong" ? { location: nowhere } : place) } as Parameters<
        typeof api.patch<"/api/actors/{fid}/">
      >[1]
      const after =
        Object.keys(body ?? {}).length > 0
          ? await api
              // Somebody may have renamed the page since the form was opened.
              .patch("/api/actors/{fid}/", body, { fid: actor.fid }, { ifMatch: version ?? actor.version })
              .catch((error: unknown) => sayOf(error, fields, noPoint))
          : actor
      await dropSaved(api, subjectOf(params.fid))
      const next = url.searchParams.get("next") ?? undefined
      const isPublishing = values.get("then") === "publish" || url.searchParams.get("from") === "publish"
      const goOn = isPublishing ? paths.publishActor(after.fid, { next }) : paths.actor(after.fid)
      return { to: goOn, session: "changed", notice: { message: t("actor-editor.saved", { name: after.name }) } }
    },
    discard: async ({ api, params, t }: FormArguments<Params>) => {
      await dropDraft(api, subjectOf(params.fid))
      return { notice: { type: "info", message: t("actor-editor.discarded") } }
    },
  },
  { hasFiles: true, isForUser: true, saysOnce: true },
)
export const action = save.server
export const clientAction = save.client

/** Converts the texts that were written as Markdown to HTML. */
async function asHtml(fields: Fields): Promise<Fields> {
  const texts = await Promise.all(
    languages.map(async (language) => {
      const name = `description.${language}`
      return [name, await richText(fields, name)] as const
    }),
  )
  const rest = Object.entries(fields).filter(([name]) => !/^description\.\w\w\.format$/.test(name))
  return { ...Object.fromEntries(rest), ...Object.fromEntries(texts.filter(([name]) => name in fields)) }
}

/** Sends an image only if it is a different one, or its description, credit or focal point changed. */
async function imageChange(args: FormArguments<Params>, name: "avatar" | "banner", saved: Fields, fields: Fields) {
  const isChosen = args.file(`${name}.file`) !== undefined || args.values.has(`${name}.remove`)
  const isSame = ["", ".alt", ".credit", ".focal"].every(
    (part) => (fields[name + part] ?? "").trim() === (saved[name + part] ?? "").trim(),
  )
  if (isSame && !isChosen) return {}
  const image = await imageFrom(args, name)
  return image === undefined ? {} : { [name]: image }
}

function wrong(fields: Record<string, string[]>) {
  return data({ detail: undefined, code: undefined, fields }, { status: 400 })
}

/** Outside both ranges of WGS 84: the API refuses it together with all other faults. */
const nowhere = { lat: 91, lon: 181 }

/**
 * Translates a refusal of the API for the form.
 * @param known faults of fields already worded by the form
 */
function sayOf(error: unknown, fields: Fields, known: Record<string, string[]>): never {
  const failure = failureOf(error)
  if (failure?.said.code === "fid_taken") throw wrong({ fid: [failure.said.detail ?? ""] })
  if (failure?.status === 400 && "location.point" in known) {
    delete failure.said.fields["location.lat"]
    delete failure.said.fields["location.lon"]
    Object.assign(failure.said.fields, known)
  }
  return renameFields(error, fieldNamesFor(fields))
}

export default function EditActorPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={loaderData} title={t("actor-editor.edit_title")}>
      {(loaded) => <EditActor key={loaded.actor.fid} {...loaded} />}
    </SignedInOnly>
  )
}

type EditActorProps = { actor: Actor; edited: Edited; who: string | undefined; countries: readonly Country[] }

function EditActor({ actor, edited, who, countries }: EditActorProps) {
  const t = useMessages()
  const host = useHost()
  const [round, beginAnew] = useRounds(edited)
  const isDraft = actor.status === "draft"
  const anchor = useRef<HTMLElement>(null)
  const live = useLiveFields(anchor, edited.draft?.fields ?? edited.saved)
  return (
    <EditLayout
      key={round}
      up={{ to: paths.actor(actor.fid), label: actor.name }}
      title={t("actor-editor.edit_title")}
      aside={<ActorPreview fields={edited.draft?.fields ?? edited.saved} actor={actor} host={host} />}
    >
      <DraftNote edited={edited} onDiscarded={beginAnew} />
      <EditForm
        name="save"
        edited={edited}
        matters={comparedActorFields(t, actor.type)}
        who={who}
        hasFiles
        actions={
          <>
            {!isDraft && <ButtonLink to={paths.publishActor(actor.fid)}>{t("actor-editor.publication")}</ButtonLink>}
            {isDraft && (
              <Submit name="then" value="publish">
                {t("actor-editor.save_then_publish")}
              </Submit>
            )}
            <Submit kind="main">{t("editor.save")}</Submit>
          </>
        }
      >
        <LiveContext value={live}>
          <SavedContext value={edited.saved}>
            <span hidden ref={anchor} />
            <ActorFields actor={actor} host={host} countries={countries} />
          </SavedContext>
        </LiveContext>
      </EditForm>
    </EditLayout>
  )
}
