import type { CSSProperties } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { fitLine, fitTwo } from "#ui/fit.ts"

/** The date across the whole width with its number highlighted: « vendredi 21 novembre ». The `h1` of the home page. */
export function DateLine({ date }: { date: string }) {
  const t = useMessages()
  const words = t.date(date, "long").replaceAll(",", "")
  const number = String(Number(date.slice(8, 10)))
  const [before = "", after = ""] = words.split(new RegExp(`\\b${number}\\b`))
  return (
    <div className="hero__date">
      {/* The line starts slightly left of the margin (events.css), hence slightly more than the full width. */}
      <h1 style={{ "--fit": fitLine(words, 100.3), "--fit-2": fitTwo(words) } as CSSProperties} tabIndex={-1}>
        <time dateTime={date}>
          {before}
          <span className="lit">{number}</span>
          {after}
        </time>
      </h1>
    </div>
  )
}
