import { useMessages } from "#i18n/messages-context.ts"
import { WarningCircleFill } from "#ui/icons.tsx"
import { useEdit } from "#web/editing/edit-form.tsx"
import { type ActorType, actorTypes } from "../../actor-types.ts"
import { TypeGlyph } from "../type-glyph.tsx"

/** What a new page is of, by the four shapes. */
export function TypeChoice({ onChange }: { onChange: (type: ActorType) => void }) {
  const t = useMessages()
  const { id, name, defaultValue, error } = useEdit("type")
  return (
    <fieldset className="field" id={id} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="lbl">{t("actor-editor.type")}</legend>
      <div className="choices choices--types">
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
