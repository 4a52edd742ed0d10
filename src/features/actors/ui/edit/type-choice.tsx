import { useMessages } from "#i18n/messages-context.ts"
import { WarningCircleFill } from "#ui/icons.tsx"
import { useEdit } from "#web/editing/edit-form.tsx"
import { type ActorType, actorTypes } from "../../actor-types.ts"
import { TypeGlyph } from "../type-glyph.tsx"

/** The choice of a new page's type, by the four shapes. */
export function TypeChoice({ onChange }: { onChange: (type: ActorType) => void }) {
  const t = useMessages()
  const { id, name, defaultValue, error } = useEdit("type")
  return (
    <fieldset className="field" id={id}>
      <legend className="lbl" id={`${id}-label`}>
        {t("actor-editor.type")}
      </legend>
      {/* Keeps the field's position in the form when no type is chosen. */}
      <input type="hidden" name={name} value="" />
      <div
        className="choices choices--types"
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
      >
        {actorTypes.map((type) => (
          <label className="opt" key={type}>
            <input
              type="radio"
              name={name}
              value={type}
              defaultChecked={defaultValue === type}
              onChange={() => onChange(type)}
            />
            <TypeGlyph type={type} />
            <b>{t(`ui.type_${type}`)}</b>
            <span>{t(`actor-editor.type_${type}`)}</span>
          </label>
        ))}
      </div>
      {error && (
        <p className="error" id={`${id}-error`}>
          <WarningCircleFill />
          {error.join(" ")}
        </p>
      )}
    </fieldset>
  )
}
