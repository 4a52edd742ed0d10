import { actorTypes } from "#features/actors/actor-types.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { useEdit } from "#web/editing/edit-form.tsx"

/** The fields for a person who has no page yet: names the page that is created with the event, and says so. */
export function OrganizerField() {
  const t = useMessages()
  const type = useEdit("organizer.type")
  return (
    <>
      <div className="c4">
        <TextField
          {...useEdit("organizer.name")}
          label={t("event-editor.host")}
          hint={t("event-editor.organizer_made")}
          maxLength={200}
          autoComplete="off"
        />
      </div>
      <div className="c2">
        <Select
          {...type}
          defaultValue={type.defaultValue || "person"}
          label={t("event-editor.organizer_type")}
          options={actorTypes.map((value) => ({ value, label: t(`ui.type_${value}`) }))}
        />
      </div>
    </>
  )
}
