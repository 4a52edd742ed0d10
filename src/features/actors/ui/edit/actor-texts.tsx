import { isLanguage, type Language } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { RichText } from "#ui/rich-text/rich-text.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { Translated } from "#ui/translated.tsx"
import { useEdit, useFilled, useRichEdit } from "#web/editing/edit-form.tsx"

/** The texts of a page in each language: a short summary and a long description. */
export function ActorTexts({ main }: { main: Language }) {
  const t = useMessages()
  const texts = [
    { name: "summary", label: t("actor-editor.the_summary") },
    { name: "description", label: t("actor-editor.the_description") },
  ]
  return (
    <Translated
      label={t("actor-editor.texts")}
      main={isLanguage(main) ? main : "fr"}
      texts={texts}
      values={useFilled()}
    >
      {(language) => (
        <>
          <Summary language={language} />
          <Description language={language} />
        </>
      )}
    </Translated>
  )
}

function Summary({ language }: { language: Language }) {
  const t = useMessages()
  return (
    <TextArea
      {...useEdit(`summary.${language}`)}
      label={t("actor-editor.summary")}
      hint={t("actor-editor.summary_hint")}
      lang={language}
      rows={3}
      maxLength={500}
      isOptional
    />
  )
}

function Description({ language }: { language: Language }) {
  const t = useMessages()
  return (
    <RichText
      {...useRichEdit(`description.${language}`)}
      label={t("actor-editor.description")}
      language={language}
      isOptional
    />
  )
}
