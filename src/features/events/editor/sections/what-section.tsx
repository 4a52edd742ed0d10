import { type Language, languageNames, languages } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { RichText } from "#ui/rich-text/rich-text.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Translated } from "#ui/translated.tsx"
import { useEdit, useFilled, useRichEdit } from "#web/editing/edit-form.tsx"
import { languageWords, textWords } from "./fold-words.ts"
import { spokenLanguages } from "../form/form-values.ts"
import { useLiveEvent } from "../live/live.ts"
import { Part } from "#web/editing/edit-part.tsx"
import { choiceName } from "../form/spoken-names.ts"
import { TitleField } from "./title-field.tsx"
import { useMainTitles } from "../titles.ts"
import { useFilledMark } from "../pasted/filled-mark.tsx"

/** The part for texts in each language; the title in the main language is at the top of the editor. */
export function TextPart() {
  const t = useMessages()
  const { main } = useMainTitles()
  const texts = [
    { name: "title", label: t("event-editor.the_title") },
    { name: "summary", label: t("event-editor.the_summary") },
    { name: "description", label: t("event-editor.the_description") },
  ]
  return (
    <Part
      id="texts"
      title={t("event-editor.part_texts")}
      holds={textWords(t, useLiveEvent())}
      fields={[
        "summary",
        "description",
        "tags",
        ...languages.filter((one) => one !== main).map((one) => `title.${one}`),
      ]}
      mark={useFilledMark("text")}
    >
      <Translated label={t("event-editor.texts")} main={main} texts={texts} values={useFilled()}>
        {(one, isMain) => <Texts language={one} isMain={isMain} />}
      </Translated>
      <TextField
        {...useEdit("tags")}
        label={t("event-editor.tags")}
        hint={t("event-editor.tags_hint")}
        maxLength={1000}
        autoComplete="off"
        isOptional
      />
    </Part>
  )
}

function Texts({ language, isMain }: { language: Language; isMain: boolean }) {
  const t = useMessages()
  return (
    <>
      {!isMain && <TitleField language={language} />}
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

/** The part for the main language of the texts, and the languages spoken at the event. */
export function LanguagesPart() {
  const t = useMessages()
  return (
    <Part
      id="languages"
      title={t("event-editor.part_languages")}
      holds={languageWords(t, useLiveEvent())}
      fields={["language", "languages"]}
    >
      <Select
        {...useEdit("language")}
        label={t("event-editor.main_language")}
        hint={t("event-editor.main_language_hint")}
        options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
      />
      <Spoken />
    </Part>
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
            <span>{capital(choiceName(t, code))}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}
