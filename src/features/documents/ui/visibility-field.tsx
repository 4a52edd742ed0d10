import { useMessages } from "#i18n/messages-context.ts"
import { Select } from "#ui/fields/select.tsx"
import { visibilities } from "../document-types.ts"

type VisibilityFieldProps = { id: string; name: string; defaultValue: string | undefined; error: string[] | undefined }

/** The choice of who sees a document. */
export function VisibilityField(field: VisibilityFieldProps) {
  const t = useMessages()
  return (
    <Select
      {...field}
      label={t("documents.visibility")}
      options={visibilities.map((value) => ({ value, label: t(`documents.visible_${value}`) }))}
    />
  )
}
