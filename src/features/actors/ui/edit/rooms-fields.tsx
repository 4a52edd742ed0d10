import { AccessFields } from "#features/places/ui/access-fields.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { FoldedPart } from "#ui/editing/folded-part.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { useEdit } from "#web/editing/edit-form.tsx"
import { Rows } from "#web/editing/edit-rows.tsx"
import { accessWords } from "./fold-words.ts"
import { useLiveActor } from "./live-actor.ts"

/** The rooms of a place, each with its accessibility. */
export function RoomsFields() {
  const t = useMessages()
  return (
    <Rows
      name="rooms"
      add={t("actor-editor.add_room")}
      remove={(position) => t("actor-editor.remove_room", { position })}
      most={100}
    >
      {(number, position) => <RoomFields name={`rooms.${number}`} position={position} />}
    </Rows>
  )
}

function RoomFields({ name, position }: { name: string; position: number }) {
  const t = useMessages()
  const id = useEdit(`${name}.id`)
  return (
    <fieldset className="roomf">
      <legend className="d3">{t("actor-editor.room", { position })}</legend>
      <input type="hidden" name={id.name} defaultValue={id.defaultValue} />
      <div className="form__grid">
        <TextField
          {...useEdit(`${name}.name`)}
          label={t("actor-editor.room_name")}
          maxLength={120}
          autoComplete="off"
          span={4}
        />
        <TextField
          {...useEdit(`${name}.capacity`)}
          label={t("actor-editor.room_capacity")}
          inputMode="numeric"
          maxLength={7}
          autoComplete="off"
          span={2}
          isOptional
        />
      </div>
      <FoldedPart
        id={`${name}.access`}
        title={t("actor-editor.room_access")}
        holds={accessWords(t, useLiveActor(), `${name}.access`)}
      >
        <AccessFields name={`${name}.access`} legend={t("actor-editor.room_access_of", { position })} />
      </FoldedPart>
    </fieldset>
  )
}
