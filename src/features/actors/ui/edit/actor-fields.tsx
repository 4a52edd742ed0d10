import { useState } from "react"
import { categories } from "#features/events/categories.ts"
import { ImageField } from "#features/documents/ui/images/image-field.tsx"
import { AccessFields } from "#features/places/ui/access-fields.tsx"
import { type Language, languageNames, languages } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { EditSection } from "#ui/editing/edit-layout.tsx"
import { FoldedParts } from "#ui/editing/folded-part.tsx"
import { Link } from "#ui/link.tsx"
import { Note } from "#ui/note.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { useEdit, useFilled } from "#web/editing/edit-form.tsx"
import { Part } from "#web/editing/edit-part.tsx"
import { paths } from "#web/paths.ts"
import type { Actor } from "../../actor.ts"
import type { Country } from "../../countries.ts"
import { ActorTexts } from "./actor-texts.tsx"
import { AddressFields } from "./address-fields.tsx"
import { FidField } from "./fid-field.tsx"
import { aboutWords, accessWords, imageWords, rowWords } from "./fold-words.ts"
import { useLiveActor } from "./live-actor.ts"
import { ContactsFields, LinksFields } from "./links-fields.tsx"
import { RoomsFields } from "./rooms-fields.tsx"

type ActorFieldsProps = { actor: Actor; host: string; countries: readonly Country[] }

/** All fields of a page: the necessary ones first, the others in folded parts. */
export function ActorFields({ actor, host, countries }: ActorFieldsProps) {
  const t = useMessages()
  const filled = useFilled()
  const live = useLiveActor()
  const [main, setMain] = useState((filled.language ?? actor.language) as Language)
  const isPlace = actor.type === "place"
  return (
    <>
      <EditSection title={t("actor-editor.part_what")} id="what">
        <TextField
          {...useEdit("name")}
          label={actor.type === "person" ? t("actor-editor.name_person") : t("actor-editor.name")}
          maxLength={200}
          autoComplete="off"
          isTitle
        />
      </EditSection>
      <EditSection title={t("actor-editor.part_where")} id="where">
        <AddressFields type={actor.type} countries={countries} />
      </EditSection>
      <EditSection title={t("actor-editor.part_texts")} id="texts" hint={t("actor-editor.texts_hint")}>
        <ActorTexts main={main} />
      </EditSection>
      <FoldedParts label={t("actor-editor.more_parts")}>
        <ImagesPart actor={actor} />
        {(isPlace || actor.rooms.length > 0) && (
          <Part
            id="rooms"
            title={t("actor-editor.part_rooms")}
            holds={rowWords(t, live, "rooms", "name")}
            hint={t("actor-editor.rooms_hint")}
            fields={["rooms"]}
          >
            <RoomsFields />
          </Part>
        )}
        {(isPlace || Object.keys(actor.access).length > 0) && (
          <Part
            id="access"
            title={t("actor-editor.part_access")}
            holds={accessWords(t, live, "access")}
            hint={t("actor-editor.access_hint")}
            fields={["access"]}
          >
            <AccessFields name="access" legend={t("actor-editor.access_house")} />
          </Part>
        )}
        <Part
          id="links"
          title={t("actor-editor.part_links")}
          holds={rowWords(t, live, "links", "url")}
          fields={["links"]}
        >
          <LinksFields />
        </Part>
        <Part
          id="contacts"
          title={t("actor-editor.part_contacts")}
          holds={rowWords(t, live, "contacts", "value")}
          fields={["contacts"]}
        >
          <ContactsFields />
        </Part>
        <Part
          id="about"
          title={t("actor-editor.part_about")}
          holds={aboutWords(t, live)}
          fields={["category", "language", "tags", "in_directory"]}
        >
          <About actor={actor} onLanguage={setMain} />
        </Part>
        {actor.may?.includes("govern") && (
          <Part
            id="identifier"
            title={t("actor-editor.part_fid")}
            holds={`@${live.fid || actor.fid}@${host}`}
            fields={["fid"]}
          >
            <Note type="warning">
              <p>{t("actor-editor.rename_warning", { fid: actor.fid })}</p>
            </Note>
            <FidField current={actor.fid} host={host} />
          </Part>
        )}
      </FoldedParts>
    </>
  )
}

function ImagesPart({ actor }: { actor: Actor }) {
  const t = useMessages()
  return (
    <Part
      id="images"
      title={t("actor-editor.part_images")}
      holds={imageWords(t, useLiveActor())}
      fields={["avatar", "banner"]}
    >
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
    </Part>
  )
}

function About({ actor, onLanguage }: { actor: Actor; onLanguage: (language: Language) => void }) {
  const t = useMessages()
  const directory = useEdit("in_directory")
  return (
    <>
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
