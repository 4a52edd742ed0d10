import { isLanguage, type Language, languageNames, languages } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { EditSection } from "#ui/editing/edit-layout.tsx"
import { RichText } from "#ui/rich-text/rich-text.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Translated } from "#ui/translated.tsx"
import { useEdit, useFilled, useRichEdit } from "#web/editing/edit-form.tsx"
import { categories } from "../categories.ts"
import { spokenLanguages } from "./form-values.ts"
import { useLiveEvent } from "./live.ts"

/** What the event is: its texts in each language, its kind, what is spoken there. */
export function WhatSection() {
  const t = useMessages()
  const { language } = useLiveEvent()
  const texts = [
    { name: "title", label: t("event-editor.the_title") },
    { name: "summary", label: t("event-editor.the_summary") },
    { name: "description", label: t("event-editor.the_description") },
  ]
  return (
    <EditSection title={t("event-editor.part_what")} id="what">
      <Translated
        label={t("event-editor.texts")}
        main={isLanguage(language) ? language : "fr"}
        texts={texts}
        values={useFilled()}
      >
        {(one, isMain) => <Texts language={one} isMain={isMain} />}
      </Translated>
      <div className="form__grid">
        <Select
          {...useEdit("category")}
          label={t("event-editor.category")}
          options={[
            { value: "", label: t("event-editor.choose") },
            ...categories.map((value) => ({ value, label: t(`ui.category_${value}`) })),
          ]}
          span={3}
        />
        <Select
          {...useEdit("language")}
          label={t("event-editor.main_language")}
          hint={t("event-editor.main_language_hint")}
          options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
          span={3}
        />
      </div>
      <Spoken />
      <TextField
        {...useEdit("tags")}
        label={t("event-editor.tags")}
        hint={t("event-editor.tags_hint")}
        maxLength={1000}
        autoComplete="off"
        isOptional
      />
    </EditSection>
  )
}

function Texts({ language, isMain }: { language: Language; isMain: boolean }) {
  const t = useMessages()
  return (
    <>
      <TextField
        {...useEdit(`title.${language}`)}
        label={t("event-editor.title")}
        lang={language}
        maxLength={300}
        autoComplete="off"
        isTitle
        isOptional={!isMain}
      />
      <TextArea
        {...useEdit(`summary.${language}`)}
        label={t("event-editor.summary")}
        hint={t("event-editor.summary_hint")}
        lang={language}
        rows={3}
        maxLength={1000}
        isOptional
      />
      <RichText
        {...useRichEdit(`description.${language}`)}
        label={t("event-editor.description")}
        language={language}
        isOptional
      />
    </>
  )
}

function Spoken() {
  const t = useMessages()
  const filled = useFilled()
  const isTicked = (code: string) => filled[`languages.${code}`] === "on"
  const others = Object.keys(filled)
    .filter((name) => name.startsWith("languages.") && filled[name] === "on")
    .map((name) => name.slice("languages.".length))
    .filter((code) => !(spokenLanguages as readonly string[]).includes(code))
  return (
    <fieldset className="field">
      <legend className="lbl">
        {t("event-editor.spoken")} <i>{t("fields.optional")}</i>
      </legend>
      <div className="ticks">
        {[...spokenLanguages, ...others].map((code) => (
          <label className="choice" key={code}>
            <input type="checkbox" name={`languages.${code}`} value="on" defaultChecked={isTicked(code)} />
            <span>{code === "zxx" ? t("event-editor.without_words") : capital(nameOf(t, code))}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function nameOf(t: ReturnType<typeof useMessages>, code: string): string {
  if (code === "sfb" || code === "vgt") return t(`event-editor.language_${code}`)
  try {
    return t.nameOf("language", code)
  } catch {
    return code
  }
}

function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}
