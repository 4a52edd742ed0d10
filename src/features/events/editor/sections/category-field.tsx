import { type CSSProperties, useState } from "react"
import { flushSync } from "react-dom"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { CaretDownBold, WarningCircleFill } from "#ui/icons.tsx"
import { useEdit } from "#web/editing/edit-form.tsx"
import { useFilledMark } from "../pasted/filled-mark.tsx"
import { categories, type Category } from "../../categories.ts"

/** Number of categories offered at first. */
const first = 4

/** The field for the category: the ones used last, and the others behind a button. Without script it shows all of them. */
export function CategoryField({ recent }: { recent: readonly Category[] }) {
  const t = useMessages()
  const { id, name, defaultValue, error } = useEdit("category")
  const mark = useFilledMark("category")
  const [isOpen, setOpen] = useState(false)
  const chosen = categories.filter((one) => one === defaultValue)
  const offered = [...new Set([...chosen, ...recent.slice(0, first), ...usual])].slice(0, first)
  const ordered = [...offered, ...categories.filter((one) => !offered.includes(one))]
  return (
    <fieldset className="field c6" id={id}>
      <legend className="lbl" id={`${id}-label`}>
        {t("event-editor.category")} {mark && <i>{mark}</i>}
      </legend>
      {/* Gives the field its place in the form when none is chosen. */}
      <input type="hidden" name={name} value="" />
      <div
        className={classes("inks", isOpen && "inks--all")}
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
      >
        {ordered.map((value) => (
          <label
            key={value}
            className={offered.includes(value) ? undefined : "inks__more"}
            style={{ "--ink": `var(--ink-${value})` } as CSSProperties}
          >
            <input type="radio" name={name} value={value} defaultChecked={value === defaultValue} />
            <span className="sw" />
            {t(`ui.category_${value}`)}
          </label>
        ))}
        {!isOpen && (
          <button
            type="button"
            className="needs-script"
            onClick={(press) => {
              const box = press.currentTarget.parentElement
              flushSync(() => setOpen(true))
              box?.querySelector<HTMLElement>(".inks__more input")?.focus()
            }}
          >
            {t("event-editor.other_categories", { count: ordered.length - first })}
            <CaretDownBold />
          </button>
        )}
      </div>
      {error && (
        <div id={`${id}-error`}>
          {error.map((sentence) => (
            <p className="error" key={sentence}>
              <WarningCircleFill />
              {sentence}
            </p>
          ))}
        </div>
      )}
    </fieldset>
  )
}

/** For a person who has published nothing yet. */
const usual: readonly Category[] = ["music", "theatre", "dance", "exhibition"]
