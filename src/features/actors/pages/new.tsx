import { data, useLocation } from "react-router"
import { useState } from "react"
import { type Language, languageNames, languages } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { EditLayout, EditSection } from "#ui/editing/edit-layout.tsx"
import { FoldedPart, FoldedParts } from "#ui/editing/folded-part.tsx"
import { Checkbox } from "#ui/fields/choice.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Note } from "#ui/note.tsx"
import { draftOf, dropDraft, dropSaved } from "#web/editing/draft.ts"
import { DraftNote, EditForm, type Edited, useEdit, useFilled, useCheckbox } from "#web/editing/edit-form.tsx"
import { resolveConflict } from "#web/editing/edit-values.ts"
import { renameFields } from "#web/editing/rename-fields.ts"
import { useRounds } from "#web/editing/use-rounds.ts"
import { Submit } from "#web/editing/form-parts.tsx"
import { forms } from "#web/editing/form.ts"
import { nextOf } from "#web/navigation/next.ts"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { failureOf } from "#web/api/problems.ts"
import { forUser } from "#web/session/session.ts"
import { type ActorType, isActorType } from "../actor-types.ts"
import { type Country, countryNames } from "../countries.ts"
import { fidFrom } from "../picked.ts"
import { fieldNamesFor } from "../writing/form-fields.ts"
import { locationIn } from "../writing/form-location.ts"
import { ActorPreview } from "../ui/edit/actor-preview.tsx"
import { CountryField, TownField } from "../ui/edit/address-fields.tsx"
import { FidField } from "../ui/edit/fid-field.tsx"
import { TypeChoice } from "../ui/edit/type-choice.tsx"
import { useHost } from "../ui/edit/use-host.ts"
import type { Route } from "./+types/new"
import "#ui/styles/editor.css"
import "../ui/edit/actor-editor.css"

const subject = "actor-new"

const load = page(({ api, url, language }) =>
  forUser(async () => {
    const type = url.searchParams.get("type")
    const saved = { type: isActorType(type) ? type : "", language, "location.country": "BE" }
    const [draft, me] = await Promise.all([draftOf(api, subject), api.get("/api/me/")])
    const edited: Edited = { subject, saved, draft }
    const isGoingOn = url.searchParams.has("next")
    return {
      edited,
      countries: countryNames(language),
      mayPublish: me.is_verified,
      hasIdentity: me.identity !== null,
      isGoingOn,
    }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms(
  {
    create: async ({ api, values, url, t }) => {
      const fields = resolveConflict(values)
      const name = fields.name?.trim() ?? ""
      const place = await locationIn(api, fields, null)
      // When the field is empty, the API makes the identifier from the name.
      const fid = fields.fid?.trim().replace(/^@/, "")
      const { language, identity } = fields
      const isPublished = values.get("then") === "publish"
      const made = await api
        .post("/api/actors/", {
          // An invalid type is sent too, so that the API reports all faults at once.
          type: fields.type as ActorType,
          ...(fid ? { fid } : {}),
          name,
          language: language as Language,
          ...(isPublished ? { status: "published" as const } : {}),
          ...(place !== "wrong" && place.location ? { location: place.location } : {}),
        })
        .catch((error: unknown) => sayInForm(error, fields, t))
      await dropSaved(api, subject)
      if (isPublished) {
        if (identity && made.type === "person") await api.patch("/api/me/", { identity: made.fid })
        return {
          to: nextOf(url, paths.actor(made.fid)),
          session: "changed",
          notice: { message: t("actor-editor.published_now", { name: made.name }) },
        }
      }
      return {
        to: paths.editActor(made.fid, { next: url.searchParams.get("next") ?? undefined }),
        session: "changed",
        notice: { message: t("actor-editor.created", { name: made.name }) },
      }
    },
    discard: async ({ api, t }) => {
      await dropDraft(api, subject)
      return { notice: { type: "info", message: t("actor-editor.discarded") } }
    },
  },
  { saysOnce: true },
)
export const action = save.server
export const clientAction = save.client

function wrong(fields: Record<string, string[]>) {
  return data({ detail: undefined, code: undefined, fields }, { status: 400 })
}

/** Shows a taken identifier at its field, and a missing type in the wording of the form. */
function sayInForm(error: unknown, fields: Record<string, string>, t: Messages): never {
  const failure = failureOf(error)
  if (failure?.said.code === "fid_taken") throw wrong({ fid: [failure.said.detail ?? ""] })
  if (failure?.said.fields.type) failure.said.fields.type = [t("actor-editor.type_missing")]
  return renameFields(error, fieldNamesFor(fields))
}

export default function NewActorPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={loaderData} title={t("actor-editor.new_title")}>
      {(loaded) => <NewActor {...loaded} />}
    </SignedInOnly>
  )
}

type NewActorProps = {
  edited: Edited
  countries: readonly Country[]
  mayPublish: boolean
  hasIdentity: boolean
  /** Whether the person continues to another address once the page is made. */
  isGoingOn: boolean
}

function NewActor({ edited, countries, mayPublish, ...rest }: NewActorProps) {
  const t = useMessages()
  const { pathname, search } = useLocation()
  const host = useHost()
  const [round, beginAnew] = useRounds(edited)
  return (
    <EditLayout
      key={round}
      up={{ to: paths.actors(), label: t("layout.directory") }}
      title={t("actor-editor.new_title")}
      aside={<ActorPreview fields={edited.draft?.fields ?? edited.saved} host={host} />}
    >
      <p className="lead t2">{t("actor-editor.new_about")}</p>
      <DraftNote edited={edited} onDiscarded={beginAnew} />
      {!mayPublish && (
        <Note
          type="warning"
          action={<ButtonLink to={paths.emails({ next: pathname + search })}>{t("editor.verify_email")}</ButtonLink>}
        >
          <p>{t("actor-editor.email_needed")}</p>
        </Note>
      )}
      <EditForm
        name="create"
        edited={edited}
        actions={
          <>
            <Submit kind={mayPublish ? "quiet" : "main"}>{t("actor-editor.save_draft")}</Submit>
            {mayPublish && (
              <Submit kind="main" name="then" value="publish">
                {t("actor-editor.publish")}
              </Submit>
            )}
          </>
        }
      >
        <NewActorFields host={host} countries={countries} {...rest} mayPublish={mayPublish} />
      </EditForm>
    </EditLayout>
  )
}

function NewActorFields({ host, countries, ...can }: Omit<NewActorProps, "edited"> & { host: string }) {
  const t = useMessages()
  const filled = useFilled()
  const [type, setType] = useState(filled.type)
  const name = useEdit("name")
  const [called, setCalled] = useState(name.defaultValue ?? "")
  const fid = useEdit("fid")
  const [given, setGiven] = useState(fid.defaultValue ?? "")
  const [main, setMain] = useState((filled.language ?? t.language) as Language)
  const identity = useCheckbox("identity")
  return (
    <>
      <EditSection title={t("actor-editor.part_what")}>
        <TypeChoice onChange={setType} />
        <TextField
          {...name}
          label={type === "person" ? t("actor-editor.name_person") : t("actor-editor.name")}
          maxLength={200}
          autoComplete="off"
          isTitle
          onChange={(typed) => setCalled(typed.target.value)}
        />
        {type === "person" && !can.hasIdentity && can.mayPublish && (
          <Checkbox {...identity} defaultChecked={can.isGoingOn} hint={t("actor-editor.identity_hint")}>
            {t("actor-editor.identity")}
          </Checkbox>
        )}
      </EditSection>
      <EditSection
        title={t("actor-editor.part_where")}
        hint={type === "place" ? t("actor-editor.where_place") : undefined}
      >
        <div className="form__grid">
          <TownField span={3} />
          <CountryField countries={countries} span={3} />
        </div>
      </EditSection>
      <FoldedParts label={t("actor-editor.more_parts")}>
        <FoldedPart
          id="identifier"
          title={t("actor-editor.part_fid")}
          holds={given || fidFrom(called) ? `@${given || fidFrom(called)}@${host}` : t("actor-editor.holds_no_fid")}
          isOpen={Boolean(filled.fid) || Boolean(fid.error)}
        >
          <FidField from={called} host={host} onGiven={setGiven} />
        </FoldedPart>
        <FoldedPart
          id="language"
          title={t("actor-editor.language")}
          holds={languageNames[main]}
          hint={t("actor-editor.language_hint")}
        >
          <Select
            {...useEdit("language")}
            label={t("actor-editor.language")}
            options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
            onChange={(chosen) => setMain(chosen.target.value as Language)}
          />
        </FoldedPart>
      </FoldedParts>
    </>
  )
}
