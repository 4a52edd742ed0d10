import { useEffect, useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { WarningFill } from "../icons.tsx"

export type Difference = {
  /** The name of the field, or what the names of a group begin with: `title.fr`, `rooms`. */
  key: string
  label: string
  /** Both texts as a person reads them. */
  mine: string
  theirs: string
  /** Their values by name of field, which are sent back where theirs is kept. */
  fields: Record<string, string>
  /** The language of the texts. */
  language?: string
  /** What is proposed: theirs where only they changed it. */
  proposed?: "mine" | "theirs"
}

/**
 * Two people edited the same thing: both texts of each field, of which one is kept. It stands in the form and is sent
 * with it, so that it works without script; `settled` (web/editing/edit-values.ts) reads it.
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
