import type { ReactNode } from "react"
import { ArrowLeft } from "../icons.tsx"
import { classes } from "../classes.ts"
import { Link } from "../link.tsx"
import { titleSize } from "../poster/title-size.ts"

type EditLayoutProps = {
  /** The link back: its address and label. */
  up: { to: string; label: string }
  title: string
  /** Beside the form, or above it on phones: a preview. */
  aside?: ReactNode
  children: ReactNode
}

/** The frame of an editor: a title, the form, and a preview beside it. */
export function EditLayout({ up, title, aside, children }: EditLayoutProps) {
  return (
    <div className="wrap edit">
      <div className="bar edit__up">
        <Link className="up" to={up.to}>
          <ArrowLeft />
          <span className="truncate">{up.label}</span>
        </Link>
      </div>
      <h1 className={classes(titleSize(title), "edit__title")} tabIndex={-1}>
        {title}
      </h1>
      {aside ? (
        <div className="duo edit__duo">
          <div className="edit__main">{children}</div>
          {aside}
        </div>
      ) : (
        <div className="edit__main edit__main--alone">{children}</div>
      )}
    </div>
  )
}

/** A part of an editor: « Quoi », « Quand », « Où », with its title in the margin. */
export function EditSection({ title, id, hint, children }: EditSectionProps) {
  return (
    <fieldset className="form__set" id={id}>
      <legend>{title}</legend>
      <div className="edit__fields">
        {hint && <p className="t2 edit__hint">{hint}</p>}
        {children}
      </div>
    </fieldset>
  )
}

type EditSectionProps = {
  title: string
  /** Target of links to this part. */
  id?: string
  hint?: ReactNode
  children: ReactNode
}
