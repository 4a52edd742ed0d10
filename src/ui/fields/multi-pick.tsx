import type { InkName } from "../poster/inks.ts"
import { Popover } from "../overlays/popover.tsx"
import { Swatch } from "../poster/swatch.tsx"

type MultiPickProps = {
  label: string
  /** The button's text when nothing is chosen: « Toutes les catégories ». */
  all: string
  options: readonly { value: string; label: string; ink?: InkName }[]
  selected: readonly string[]
  onChange: (selected: string[]) => void
}

/** Picks several options of a list, in a popover. An option may show its ink. */
export function MultiPick({ label, all, options, selected, onChange }: MultiPickProps) {
  const words = options.filter(({ value }) => selected.includes(value)).map((option) => option.label)
  return (
    <Popover
      label={label}
      value={words.length === 0 ? all : words.length > 2 ? `${words[0]} +${words.length - 1}` : words.join(", ")}
      isOn={words.length > 0}
    >
      {() => (
        <div className="list" role="group" aria-label={label}>
          {options.map((option) => (
            <label key={option.value}>
              <input
                type="checkbox"
                checked={selected.includes(option.value)}
                onChange={(press) =>
                  onChange(
                    press.target.checked
                      ? [...selected, option.value]
                      : selected.filter((value) => value !== option.value),
                  )
                }
              />
              {option.ink && <Swatch ink={option.ink} />}
              {option.label}
            </label>
          ))}
        </div>
      )}
    </Popover>
  )
}
