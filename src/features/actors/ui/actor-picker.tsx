import { type ReactNode, useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Field, type FieldWords } from "#ui/fields/field.tsx"
import { HiddenValue } from "#ui/fields/hidden-value.tsx"
import { X } from "#ui/icons.tsx"
import { notifyForm } from "#ui/reveal.ts"
import type { ActorType } from "../actor-types.ts"
import type { Picked } from "../picked.ts"
import { ActorAvatar } from "./actor-avatar.tsx"
import { ActorCombobox } from "./actor-combobox.tsx"
import { CreateActorDialog } from "./create-actor-dialog.tsx"
import { TypeGlyph } from "./type-glyph.tsx"

export type ActorPickerProps = FieldWords & {
  /** Sends `<name>` (the fid), `<name>.text` and `<name>.type`; `picked.ts` reads them. */
  name: string
  id?: string
  defaultValue?: Picked | null
  placeholder?: string
  types?: readonly ActorType[]
  /** Whether a name without a page is accepted, as in a line-up. */
  allowsNames?: boolean
  /** Whether a page can be made here, with a name and a type. */
  canCreate?: boolean
  onPick?: (picked: Picked | null) => void
  span?: 2 | 3 | 4 | 6
}

/** A field to choose a page of the directory while typing; without script it takes a name or `@identifier`. */
export function ActorPicker({
  name,
  id,
  defaultValue,
  placeholder,
  types,
  allowsNames,
  canCreate,
  onPick,
  ...words
}: ActorPickerProps) {
  const t = useMessages()
  const [picked, setPicked] = useState<Picked | null>(defaultValue ?? null)
  const [text, setText] = useState(defaultValue?.name ?? "")
  const [creating, setCreating] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const take = (next: Picked | null, words: string) => {
    setText(words)
    if (next?.fid !== picked?.fid || next?.name !== picked?.name) {
      setPicked(next)
      onPick?.(next)
    }
  }

  return (
    <Field {...(words as FieldWords)} id={id}>
      {(wiring) => (
        <div ref={box} className="picker1">
          <HiddenValue name={name} value={picked?.fid ?? ""} />
          <input type="hidden" name={`${name}.type`} value={picked?.type ?? ""} />
          {picked?.fid && (
            <span className="picker1__mark">
              {picked.type ? (
                <ActorAvatar type={picked.type} name={picked.name} fid={picked.fid} size="sm" />
              ) : (
                <TypeGlyph type="organizer" />
              )}
            </span>
          )}
          <ActorCombobox
            wiring={wiring}
            name={`${name}.text`}
            text={text}
            placeholder={placeholder}
            types={types}
            allowsNames={allowsNames}
            onCreate={canCreate ? setCreating : undefined}
            onText={(typed) => take(typed.trim() !== "" && typed === picked?.name ? picked : null, typed)}
            onPick={(next) => take(next, next.name)}
          />
          {creating !== undefined && (
            <CreateActorDialog
              name={creating}
              types={types}
              onClose={() => setCreating(undefined)}
              onCreated={(made) => {
                setCreating(undefined)
                take(made, made.name)
                queueMicrotask(() => box.current?.querySelector<HTMLElement>("[role=combobox]")?.focus())
              }}
            />
          )}
          {picked && picked.fid === "" && <p className="hint">{t("editor.name_only")}</p>}
        </div>
      )}
    </Field>
  )
}

export type ActorsPickerProps = Omit<ActorPickerProps, "name" | "defaultValue" | "onPick"> & {
  /** Rows are sent as `<name>.0`, `<name>.0.text`, `<name>.0.type`, `<name>.1` … */
  name: string
  defaultValue?: readonly Picked[]
  /** Further fields of a row, such as a role, sent as `<name>.<index>.role`. */
  row?: (index: number, picked: Picked) => ReactNode
  /** Largest number of rows. */
  most?: number
  /** Number of empty rows without script. */
  spare?: number
  /** Returns the errors of a row, by its index. */
  errors?: (index: number) => readonly string[] | undefined
}

type Row = Picked & { key: number }

/** A list of pages in an order the user decides: rows that can be removed, and a field that adds one. */
export function ActorsPicker({
  name,
  defaultValue = none,
  row,
  most = 100,
  spare = 2,
  errors,
  ...rest
}: ActorsPickerProps) {
  const t = useMessages()
  const { id, types, allowsNames, canCreate, placeholder, span: _, ...words } = rest
  const [rows, setRows] = useState<Row[]>(() => defaultValue.map((one, key) => ({ ...one, key })))
  const [text, setText] = useState("")
  const [creating, setCreating] = useState<string>()
  const [isLive, setLive] = useState(false)
  const next = useRef(defaultValue.length)
  const box = useRef<HTMLDivElement>(null)
  const told = useRef(rows)
  useEffect(() => {
    if (told.current === rows) return
    told.current = rows
    notifyForm(box.current)
  }, [rows])
  const field = () => box.current?.querySelector<HTMLElement>("[role=combobox]")

  const add = (picked: Picked) => {
    setText("")
    setLive(true)
    if (rows.length < most && !rows.some((one) => picked.fid !== "" && one.fid === picked.fid))
      setRows([...rows, { ...picked, key: next.current++ }])
  }
  const remove = (key: number) => {
    setRows(rows.filter((one) => one.key !== key))
    field()?.focus()
  }

  return (
    <div ref={box} className="pickers">
      {rows.length > 0 && (
        <ul className="rows pickers__rows">
          {rows.map((one, index) => (
            <li key={one.key} className="pickers__row">
              <input type="hidden" name={`${name}.${index}`} value={one.fid} />
              <input type="hidden" name={`${name}.${index}.text`} value={one.name} />
              <input type="hidden" name={`${name}.${index}.type`} value={one.type ?? ""} />
              <ActorAvatar type={one.type ?? "person"} name={one.name} fid={one.fid || one.name} size="sm" />
              <span className="pickers__name">
                <strong>{one.name}</strong>
                {one.fid === "" && <span className="t2">{t("editor.name_only")}</span>}
                {errors?.(index)?.map((sentence) => (
                  <span className="error" key={sentence}>
                    {sentence}
                  </span>
                ))}
              </span>
              {row && <span className="pickers__more">{row(index, one)}</span>}
              <Button className="needs-script" kind="bare" icon={X} iconOnly onClick={() => remove(one.key)}>
                {t("editor.picker_remove", { name: one.name })}
              </Button>
              <noscript>
                <label className="choice">
                  <input type="checkbox" name={`${name}.${index}.removed`} value="on" />
                  {t("editor.picker_remove", { name: one.name })}
                </label>
              </noscript>
            </li>
          ))}
        </ul>
      )}
      <Field {...(words as FieldWords)} id={id}>
        {(wiring) => (
          <ActorCombobox
            wiring={wiring}
            name={`${name}.${rows.length}.text`}
            text={text}
            placeholder={placeholder}
            types={types}
            allowsNames={allowsNames}
            onCreate={canCreate ? setCreating : undefined}
            onText={setText}
            onPick={add}
          />
        )}
      </Field>
      {!isLive && spare > 1 && (
        <noscript>
          {Array.from({ length: spare - 1 }, (_, index) => (
            <input
              key={index}
              className="input"
              name={`${name}.${rows.length + 1 + index}.text`}
              aria-label={typeof words.label === "string" ? words.label : t("editor.picker_name")}
            />
          ))}
        </noscript>
      )}
      {creating !== undefined && (
        <CreateActorDialog
          name={creating}
          types={types}
          onClose={() => setCreating(undefined)}
          onCreated={(made) => {
            setCreating(undefined)
            add(made)
            queueMicrotask(() => field()?.focus())
          }}
        />
      )}
    </div>
  )
}

const none: readonly Picked[] = []
