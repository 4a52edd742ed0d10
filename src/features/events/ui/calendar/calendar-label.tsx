import type { CSSProperties } from "react"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { WarningFill } from "#ui/icons.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import { isLong, type Placed } from "../../calendar/sheet.ts"
import { timeOf, titleOf } from "../event-words.ts"
import { entryClass, standingInWords, runningUntilInWords } from "./calendar-words.ts"

type CalendarLabelProps = {
  entry: Placed
  className?: string | undefined
  style?: CSSProperties
  /** Hidden from keyboard and screen readers, which reach the same entry in a list. */
  isShownOnly?: boolean
  /** Shows « En même temps », where there is room. */
  isTall?: boolean
  /** Conflicting entries, in words. */
  clash?: string
}

/** An entry in a cell or a column: time and title. */
export function CalendarLabel({
  entry,
  className,
  style,
  isShownOnly = false,
  isTall = false,
  clash = "",
}: CalendarLabelProps) {
  const t = useMessages()
  const { event, date, isRunning } = entry
  const title = titleOf(t, event)
  const hasClash = entry.conflicts.length > 0
  return (
    <PageLink
      to={paths.event(event.id)}
      className={classes("ev", entryClass(entry), className)}
      style={{ "--ink": `var(--ink-${event.category})`, ...style } as CSSProperties}
      {...(isShownOnly ? { tabIndex: -1, "aria-hidden": true as const } : {})}
    >
      {isRunning || isLong(entry) ? (
        <small>{isRunning ? "…" : runningUntilInWords(t, entry)}</small>
      ) : (
        !event.all_day && <time dateTime={date.start}>{timeOf(t, event, date)}</time>
      )}
      {hasClash && !isTall && <WarningFill className="i ev__clash" />}
      <span lang={title.lang}>{unbroken(title.text)}</span>
      {hasClash && isTall && <small aria-hidden="true">{t("calendar.at_once")}</small>}
      {!isShownOnly && (
        <span className="vh">{` ${[standingInWords(t, entry), clash].filter(Boolean).join(", ")}`}</span>
      )}
    </PageLink>
  )
}
