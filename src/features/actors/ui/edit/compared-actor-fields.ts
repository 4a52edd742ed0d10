import { languageNames, languages } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import type { ActorType } from "../../actor-types.ts"
import { type Fields, type ComparedField, plainTextOf, rowsIn } from "#web/editing/edit-values.ts"

/** What two people who edit one page may differ about, and how a person reads it. */
export function comparedActorFields(t: Messages, type: ActorType): ComparedField[] {
  const texts = (name: "summary" | "description", label: string): ComparedField[] =>
    languages.map((language) => ({
      key: `${name}.${language}`,
      label: `${label} (${languageNames[language]})`,
      language,
      read: (fields) => plainTextOf(fields[`${name}.${language}`] ?? ""),
    }))
  const rows = (name: string, parts: string[]) => (fields: Fields) =>
    rowsIn(fields, name)
      .map((at) =>
        parts
          .map((part) => fields[`${name}.${at}.${part}`]?.trim())
          .filter(Boolean)
          .join(" · "),
      )
      .filter(Boolean)
      .join("\n")
  const joined = (names: string[]) => (fields: Fields) =>
    names
      .map((name) => fields[name]?.trim())
      .filter(Boolean)
      .join(", ")
  const access = (name: string) => (fields: Fields) => accessWords(t, fields, name).join("\n")

  return [
    { key: "name", label: t("actor-editor.name") },
    ...texts("summary", t("actor-editor.summary")),
    ...texts("description", t("actor-editor.description")),
    {
      key: "language",
      label: t("actor-editor.language"),
      read: ({ language }) =>
        languages
          .filter((one) => one === language)
          .map((one) => languageNames[one])
          .join(""),
    },
    {
      key: "category",
      label: t("actor-editor.category"),
      read: ({ category }) => (category ? t(`ui.category_${category}` as "ui.category_music") : ""),
    },
    { key: "tags", label: t("actor-editor.tags") },
    {
      key: "location",
      label: t("actor-editor.part_where"),
      // Actors other than places have only a town and a country in the form; fields that are not in the form cannot differ.
      read: joined(
        (type === "place" ? ["street", "postal_code", "locality", "country", "point"] : ["locality", "country"]).map(
          (name) => `location.${name}`,
        ),
      ),
    },
    {
      key: "rooms",
      label: t("actor-editor.part_rooms"),
      read: (fields) =>
        rowsIn(fields, "rooms")
          .map((at) =>
            [
              [fields[`rooms.${at}.name`], fields[`rooms.${at}.capacity`]].filter(Boolean).join(" · "),
              ...accessWords(t, fields, `rooms.${at}.access`),
            ].join("\n"),
          )
          .join("\n\n"),
    },
    { key: "access", label: t("actor-editor.part_access"), read: access("access") },
    { key: "links", label: t("actor-editor.part_links"), read: rows("links", ["url", "label"]) },
    { key: "contacts", label: t("actor-editor.part_contacts"), read: rows("contacts", ["value", "label"]) },
    { key: "avatar", label: t("actor-editor.avatar"), read: pictureWords("avatar") },
    { key: "banner", label: t("actor-editor.banner"), read: pictureWords("banner") },
    { key: "fid", label: t("actor-editor.fid") },
  ]
}

function accessWords(t: Messages, fields: Fields, name: string): string[] {
  return Object.entries(fields)
    .filter(([field, value]) => field.startsWith(`${name}.`) && (value === "yes" || value === "no"))
    .map(([field, value]) => {
      const feature = field.slice(name.length + 1) as "step_free"
      return `${t(`ui.access_${feature}`)} : ${t(value === "yes" ? "editor.access_yes" : "editor.access_no")}`
    })
    .concat(fields[`${name}.checked`] ? [fields[`${name}.checked`] as string] : [])
}

const pictureWords = (name: string) => (fields: Fields) =>
  fields[name] ? [`#${fields[name]}`, fields[`${name}.alt`], fields[`${name}.credit`]].filter(Boolean).join(" · ") : ""
