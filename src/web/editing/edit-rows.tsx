import { type ReactNode, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Button } from "#ui/button.tsx"
import { Plus } from "#ui/icons.tsx"
import { Trash } from "#ui/seldom-icons.tsx"
import { focusField, notifyForm } from "#ui/reveal.ts"
import { type Fields, rowsIn } from "./edit-values.ts"
import { useFilled } from "./edit-form.tsx"

/** Applies a press on « Ajouter » or « Retirer » without script: `add rooms`, `remove rooms.4`. */
export function applyRowPress(fields: Fields, press: string, first: Fields): Fields | undefined {
  const [verb, name = ""] = press.split(" ")
  if (verb === "add" && /^[a-z_]+$/.test(name)) {
    const next = (rowsIn(fields, name).at(-1) ?? -1) + 1
    return {
      ...fields,
      ...Object.fromEntries(Object.entries(first).map(([key, value]) => [`${name}.${next}.${key}`, value])),
    }
  }
  if (verb === "remove") {
    return Object.fromEntries(
      Object.entries(fields).filter(([field]) => field !== name && !field.startsWith(`${name}.`)),
    )
  }
  return undefined
}

type RowsProps = {
  /** Prefix of the rows' fields: `rooms` for `rooms.0.name`. */
  name: string
  add: string
  /** Label of the button that removes a row; `position` counts from 1. */
  remove: (position: number) => string
  most?: number
  /** Renders the fields of one of `count` rows: name them `<name>.<number>.…`. */
  children: (number: number, position: number, count: number) => ReactNode
}

/** Rows that can be added and removed: with script at once; without it by a press, which stores a draft. */
export function Rows({ name, add, remove, most = 50, children }: RowsProps) {
  const filled = useFilled()
  const [rows, setRows] = useState(() => rowsIn(filled, name))
  const box = useRef<HTMLDivElement>(null)
  const plus = () => {
    const next = (rows.at(-1) ?? -1) + 1
    // During the press: a later focus would be taken from the field the user has moved to by then.
    flushSync(() => setRows([...rows, next]))
    notifyForm(box.current)
    const fields = box.current?.querySelector<HTMLElement>(`[data-row="${next}"] .edit-row__fields`)
    if (fields) focusField(fields)
  }
  const minus = (number: number) => {
    flushSync(() => setRows(rows.filter((one) => one !== number)))
    notifyForm(box.current)
    box.current?.querySelector<HTMLElement>(".edit-rows__add")?.focus()
  }

  return (
    <div ref={box} className="edit-rows">
      {rows.map((number, index) => (
        <div key={number} className="edit-row" data-row={number}>
          <div className="edit-row__fields">{children(number, index + 1, rows.length)}</div>
          <Button
            type="submit"
            name="do"
            value={`remove ${name}.${number}`}
            kind="bare"
            icon={Trash}
            iconOnly
            onClick={(press) => {
              press.preventDefault()
              minus(number)
            }}
          >
            {remove(index + 1)}
          </Button>
        </div>
      ))}
      {rows.length < most && (
        <Button
          type="submit"
          name="do"
          value={`add ${name}`}
          icon={Plus}
          className="edit-rows__add"
          onClick={(press) => {
            press.preventDefault()
            plus()
          }}
        >
          {add}
        </Button>
      )}
    </div>
  )
}
