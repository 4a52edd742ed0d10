import { data } from "react-router"
import { useState } from "react"
import { type Language, languageNames, languages } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { SignedInOnly } from "#features/accounts/ui/signed-in-only.tsx"
import { EditLayout, EditSection } from "#ui/editing/edit-layout.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { draftOf, dropDraft } from "#web/editing/draft.ts"
import { DraftNote, EditForm, type Edited, useEdit, useFilled } from "#web/editing/edit-form.tsx"
import { renameFields, settled } from "#web/editing/edit-values.ts"
import { Submit } from "#web/editing/form-parts.tsx"
import { forms } from "#web/editing/form.ts"
import { page } from "#web/page.ts"
import { paths } from "#web/paths.ts"
import { failureOf } from "#web/problems.ts"
import { forUser } from "#web/session.ts"
import { type ActorType, isActorType } from "../actor-types.ts"
import { type Country, countryNames } from "../countries.ts"
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
    const edited: Edited = { subject, saved, draft: await draftOf(api, subject) }
    return { edited, countries: countryNames(language) }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms({
  create: async ({ api, values, url, t }) => {
    const fields = settled(values)
    const name = fields.name?.trim() ?? ""
    const place = await locationIn(api, fields, null)
    // Without one that was written, the API makes it of the name.
    const fid = fields.fid?.trim().replace(/^@/, "")
    const { language } = fields
    const made = await api
      .post("/api/actors/", {
        // What is no type goes there too, so that everything that is wrong is said at once.
        type: fields.type as ActorType,
        ...(fid ? { fid } : {}),
        name,
        language: language as Language,
        ...(place !== "wrong" && place.location ? { location: place.location } : {}),
      })
      .catch((error: unknown) => sayInForm(error, fields, t))
    await dropDraft(api, subject)
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
})
export const action = save.server
export const clientAction = save.client

function wrong(fields: Record<string, string[]>) {
  return data({ detail: undefined, code: undefined, fields }, { status: 400 })
}

/** That an identifier is taken is said beside it; that no type was chosen, in words of the form. */
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

type NewActorProps = { edited: Edited; countries: readonly Country[] }

function NewActor({ edited, countries }: NewActorProps) {
  const t = useMessages()
  const host = useHost()
  const [round, setRound] = useState(0)
  return (
    <EditLayout
      key={round}
      up={{ to: paths.actors(), label: t("layout.directory") }}
      title={t("actor-editor.new_title")}
      aside={<ActorPreview fields={edited.draft?.fields ?? edited.saved} host={host} />}
    >
      <p className="lead t2">{t("actor-editor.new_about")}</p>
      <DraftNote edited={edited} onDiscarded={() => setRound(round + 1)} />
      <EditForm
        name="create"
        edited={edited}
        actions={
          <Submit kind="main" size="large">
            {t("actor-editor.create")}
          </Submit>
        }
      >
        <NewActorFields host={host} countries={countries} />
      </EditForm>
    </EditLayout>
  )
}

function NewActorFields({ host, countries }: { host: string; countries: readonly Country[] }) {
  const t = useMessages()
  const filled = useFilled()
  const [type, setType] = useState(filled.type)
  const name = useEdit("name")
  const [called, setCalled] = useState(name.defaultValue ?? "")
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
        <FidField from={called} host={host} />
        <div className="form__grid">
          <Select
            {...useEdit("language")}
            label={t("actor-editor.language")}
            hint={t("actor-editor.language_hint")}
            options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
            span={6}
          />
        </div>
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
    </>
  )
}
