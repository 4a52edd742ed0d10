import { useMessages } from "#i18n/messages-context.ts"
import { Choices } from "#ui/fields/choice.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { useField } from "#web/editing/form-parts.tsx"
import { longestName, longestRedirect, mostRedirects, programKinds } from "../../programs/program.ts"
import type { Program } from "./program-row.tsx"

/** The fields for a program's name, website and redirect addresses. */
export function ProgramFields({ program }: { program?: Program }) {
  const t = useMessages()
  return (
    <>
      <TextField
        {...useField("name", program?.name)}
        label={t("programs.name")}
        hint={t("programs.name_hint")}
        maxLength={longestName}
        autoComplete="off"
      />
      <TextField
        {...useField("website", program?.website)}
        label={t("programs.website")}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={2000}
      />
      <TextArea
        {...useField("redirects", program?.redirects.join("\n"))}
        label={t("programs.redirects")}
        hint={t("programs.redirects_hint")}
        rows={3}
        maxLength={(longestRedirect + 1) * mostRedirects}
        spellCheck={false}
        autoCapitalize="none"
      />
    </>
  )
}

/** The choice whether the program can keep a secret, which cannot be changed later. */
export function KindField() {
  const t = useMessages()
  const options = programKinds.map((value) => ({
    value,
    title: t(`programs.kind_${value}`),
    description: t(`programs.kind_${value}_hint`),
  }))
  return <Choices {...useField("kind", "confidential")} legend={t("programs.kind")} options={options} />
}
