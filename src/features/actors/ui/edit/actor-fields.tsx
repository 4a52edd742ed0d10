import { useState } from "react"
import { categories } from "#features/events/categories.ts"
import { ImageField } from "#features/documents/ui/image-field.tsx"
import { AccessFields } from "#features/places/ui/access-fields.tsx"
import { type Language, languageNames, languages } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { EditSection } from "#ui/editing/edit-layout.tsx"
import { Link } from "#ui/link.tsx"
import { Note } from "#ui/note.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { useEdit, useFilled } from "#web/editing/edit-form.tsx"
import { paths } from "#web/paths.ts"
import type { Actor } from "../../actor.ts"
import type { Country } from "../../countries.ts"
import { ActorTexts } from "./actor-texts.tsx"
import { AddressFields } from "./address-fields.tsx"
import { FidField } from "./fid-field.tsx"
import { ContactsFields, LinksFields } from "./links-fields.tsx"
import { RoomsFields } from "./rooms-fields.tsx"

type ActorFieldsProps = { actor: Actor; host: string; countries: readonly Country[] }

/** Everything a page can say. */
export function ActorFields({ actor, host, countries }: ActorFieldsProps) {
  const t = useMessages()
  const filled = useFilled()
  const [main, setMain] = useState((filled.language ?? actor.language) as Language)
  const isPlace = actor.type === "place"
  return (
    <>
      <EditSection title={t("actor-editor.part_what")} id="what">
        <Named actor={actor} onLanguage={setMain} />
      </EditSection>
      <EditSection title={t("actor-editor.part_texts")} id="texts" hint={t("actor-editor.texts_hint")}>
        <ActorTexts main={main} />
      </EditSection>
      <EditSection title={t("actor-editor.part_images")} id="images">
        <ImageField
          name="avatar"
          label={t("actor-editor.avatar")}
          image={actor.avatar}
          shape={actor.type}
          owner={{ actor: actor.fid }}
        />
        <ImageField
          name="banner"
          label={t("actor-editor.banner")}
          hint={t("actor-editor.banner_hint")}
          image={actor.banner}
          shape="banner"
          owner={{ actor: actor.fid }}
        />
        <p>
          <Link className="link" to={paths.documentsOfActor(actor.fid)}>
            {t("documents.files_title")}
          </Link>
        </p>
      </EditSection>
      <EditSection title={t("actor-editor.part_where")} id="where">
        <AddressFields type={actor.type} countries={countries} />
      </EditSection>
      {(isPlace || actor.rooms.length > 0) && (
        <EditSection title={t("actor-editor.part_rooms")} id="rooms" hint={t("actor-editor.rooms_hint")}>
          <RoomsFields />
        </EditSection>
      )}
      {(isPlace || Object.keys(actor.access).length > 0) && (
        <EditSection title={t("actor-editor.part_access")} id="access" hint={t("actor-editor.access_hint")}>
          <AccessFields name="access" legend={t("actor-editor.access_house")} />
        </EditSection>
      )}
      <EditSection title={t("actor-editor.part_links")} id="links">
        <LinksFields />
      </EditSection>
      <EditSection title={t("actor-editor.part_contacts")} id="contacts">
        <ContactsFields />
      </EditSection>
      {actor.may?.includes("govern") && (
        <EditSection title={t("actor-editor.part_fid")} id="fid">
          <Note type="warning">
            <p>{t("actor-editor.rename_warning", { fid: actor.fid })}</p>
          </Note>
          <FidField current={actor.fid} host={host} />
        </EditSection>
      )}
    </>
  )
}

function Named({ actor, onLanguage }: { actor: Actor; onLanguage: (language: Language) => void }) {
  const t = useMessages()
  const directory = useEdit("in_directory")
  return (
    <>
      <TextField
        {...useEdit("name")}
        label={actor.type === "person" ? t("actor-editor.name_person") : t("actor-editor.name")}
        maxLength={200}
        autoComplete="off"
        isTitle
      />
      <div className="form__grid">
        <Select
          {...useEdit("category")}
          label={t("actor-editor.category")}
          options={[
            { value: "", label: t("actor-editor.no_category") },
            ...categories.map((value) => ({ value, label: t(`ui.category_${value}`) })),
          ]}
          span={3}
          isOptional
        />
        <Select
          {...useEdit("language")}
          label={t("actor-editor.language")}
          options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
          span={3}
          onChange={(chosen) => onLanguage(chosen.target.value as Language)}
        />
        <div className="c6">
          <TextField
            {...useEdit("tags")}
            label={t("actor-editor.tags")}
            hint={t("actor-editor.tags_hint")}
            maxLength={2000}
            autoComplete="off"
            isOptional
          />
        </div>
        {actor.type === "person" && (
          <Select
            {...directory}
            label={t("actor-editor.in_directory")}
            hint={t("actor-editor.in_directory_hint")}
            options={[
              { value: "yes", label: t("actor-editor.in_directory_yes") },
              { value: "no", label: t("actor-editor.in_directory_no") },
            ]}
            span={6}
          />
        )}
      </div>
    </>
  )
}
