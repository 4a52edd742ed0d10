import { useMessages } from "#i18n/messages-context.ts"
import { TextField } from "#ui/fields/text-field.tsx"
import { useField } from "#web/editing/form-parts.tsx"

/** A field to type the identifier again, so that nobody acts by mistake. */
export function ConfirmFid({ fid }: { fid: string }) {
  const t = useMessages()
  return (
    <TextField
      {...useField("confirm", "")}
      label={t("relations.confirm_fid", { fid })}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={400}
    />
  )
}
