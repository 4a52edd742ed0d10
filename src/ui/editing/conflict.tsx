import { useEffect, useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { WarningFill } from "../icons.tsx"

export type Difference = {
  /** Name of the field, or the prefix of a group's names: `title.fr`, `rooms`. */
  key: string
  label: string
  /** Both values as text for people. */
  mine: string
  theirs: string
  /** Their values by field name, sent when their version is chosen. */
  fields: Record<string, string>
  /** Language of the texts. */
  language?: string
  /** The version chosen at first: theirs where only they changed it. */
  proposed?: "mine" | "theirs"
}

/**
 * Shows an edit conflict: both texts of each field, of which one is chosen. It is part of the form and sent with it, so that it
 * works without script; `resolveConflict` (web/editing/edit-values.ts) reads it.
 */
export function Conflict({ differences, who }: { differences: readonly Difference[]; who?: string | undefined }) {
  const t = useMessages()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])

  return (
    <section className="conflict" aria-labelledby="conflict">
      <div className="note note--warning">
        <WarningFill />
        <div>
          <h2 className="h5" id="conflict" ref={title} tabIndex={-1}>
            {who ? t("editor.conflict_by", { who }) : t("editor.conflict")}
          </h2>
          <p>
            {differences.length > 0
              ? t("editor.conflict_choose", { count: differences.length })
              : t("editor.conflict_nothing")}
          </p>
        </div>
      </div>
      {differences.map(({ key, label, mine, theirs, fields, language, proposed = "mine" }) => (
        <fieldset className="conflict__field" key={key}>
          <legend>{label}</legend>
          <input type="hidden" name={`theirs.${key}`} value={JSON.stringify(fields)} />
          <div className="conflict__both">
            {(
              [
                ["mine", t("editor.mine"), mine],
                ["theirs", t("editor.theirs"), theirs],
              ] as const
            ).map(([value, words, text]) => (
              <label className="opt" key={value}>
                <input type="radio" name={`keep.${key}`} value={value} defaultChecked={value === proposed} />
                <b className="conflict__who">{words}</b>
                <span className="conflict__text" lang={language}>
                  {text === "" ? <i>{t("editor.empty")}</i> : text}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </section>
  )
}
