import { useMessages } from "#i18n/messages-context.ts"
import { Radio } from "#ui/fields/choice.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { useField } from "#web/editing/form-parts.tsx"
import { longestName, longestRedirect, mostRedirects, programKinds } from "../programs/program.ts"
import type { Program } from "./own-program.tsx"

/** What a program is called and where it is answered. */
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

/** Whether it can keep a secret, which is settled once. */
export function KindField() {
  const t = useMessages()
  const { id, defaultValue, error } = useField("kind", "confidential")
  return (
    <fieldset className="field" id={id} tabIndex={-1}>
      <legend className="lbl">{t("programs.kind")}</legend>
      {programKinds.map((kind, at) => (
        <Radio
          key={kind}
          name="kind"
          value={kind}
          defaultChecked={defaultValue === kind}
          hint={t(`programs.kind_${kind}_hint`)}
          error={at === programKinds.length - 1 ? error : undefined}
        >
          {t(`programs.kind_${kind}`)}
        </Radio>
      ))}
    </fieldset>
  )
}
