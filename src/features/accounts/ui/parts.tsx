import type { ReactNode } from "react"
import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { isoAt } from "#lib/time.ts"
import { Button } from "#ui/button.tsx"
import { classes } from "#ui/classes.ts"
import { Check, Copy, type Icon } from "#ui/icons.tsx"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import "./shown-once.css"

/** A section of a personal page: its title, a sentence and its content. */
export function Part({ title, id, text, children }: PartProps) {
  return (
    <section className="part" id={id}>
      <h2 className="d2">{title}</h2>
      {text && <p className="t2">{text}</p>}
      {children}
    </section>
  )
}
type PartProps = { title: string; id?: string; text?: ReactNode; children: ReactNode }

/** The title of a personal page without a portrait. */
export function PersonalTitle({ children, text }: { children: string; text?: string }) {
  // A long word would not fit a phone at the large letter size.
  const isLong = children.split(/\s+/).some((word) => word.length > 15)
  return (
    <header className="personal__head">
      <h1 className={classes("d1 personal__title", isLong && "personal__title--long")} tabIndex={-1}>
        {children}
      </h1>
      {text && <p className="t2">{text}</p>}
    </header>
  )
}

type ButtonFormProps = {
  /** Name of the page's form that the button sends. */
  form: string
  /** Id of the row it applies to. */
  id?: number
  /** Further hidden fields. */
  fields?: Readonly<Record<string, string>>
  /** The accessible name, when the button's text alone would not tell one row from another. */
  label?: string
  kind?: "quiet" | "danger" | "main"
  icon?: Icon
  children: string
}

/** A form that consists of one button. */
export function ButtonForm({ form, id, fields, label, kind = "quiet", icon, children }: ButtonFormProps) {
  return (
    <Form name={form} className="press" isBare>
      {id !== undefined && <input type="hidden" name="id" value={id} />}
      {Object.entries(fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Submit kind={kind} aria-label={label} {...(icon && { icon })}>
        {children}
      </Submit>
    </Form>
  )
}

/** Text that is shown once and can be copied as a whole. */
export function ShownOnce({ lines, children }: { lines: readonly string[]; children: ReactNode }) {
  const t = useMessages()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(lines.join("\n"))
    setCopied(true)
  }
  return (
    <div className="once">
      {children}
      {lines.length === 1 ? (
        <code>{lines[0]}</code>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line}>
              <code>{line}</code>
            </li>
          ))}
        </ul>
      )}
      <Button className="needs-script" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
        {t("personal.copy")}
      </Button>
      <span className="vh" role="status">
        {isCopied ? t("ui.copied") : ""}
      </span>
    </div>
  )
}

/** A time such as « 21 novembre 2026, 20:30 », in the time zone of the account. */
export function DateAndTime({ iso, timezone }: { iso: string; timezone: string }) {
  const t = useMessages()
  const local = isoAt(new Date(iso), timezone)
  return (
    <time dateTime={iso}>
      {t.date(local, "medium")}, {t.time(local)}
    </time>
  )
}
