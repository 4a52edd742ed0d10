import type { Language } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { TextField } from "#ui/fields/text-field.tsx"
import { useEdit } from "#web/editing/edit-form.tsx"
import { useFilledMark } from "../pasted/filled-mark.tsx"
import { useMainTitles } from "../titles.ts"

/** The title in one language; the main language's is at the top of the editor. */
export function TitleField({ language }: { language: Language }) {
  const t = useMessages()
  const { main, titles } = useMainTitles()
  const field = useEdit(`title.${language}`)
  const mark = useFilledMark("title")
  return (
    <TextField
      key={main}
      {...field}
      defaultValue={titles?.[language] ?? field.defaultValue}
      label={t("event-editor.title")}
      lang={language}
      maxLength={300}
      autoComplete="off"
      note={language === main ? mark : undefined}
      isTitle
      isOptional={language !== main}
    />
  )
}
