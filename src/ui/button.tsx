import type { ButtonHTMLAttributes, ReactNode } from "react"
import { classes } from "./classes.ts"
import type { Icon } from "./icons.tsx"
import { Link, type LinkProps } from "./link.tsx"

type ButtonLook = {
  kind?: "main" | "quiet" | "bare" | "danger"
  size?: "normal" | "large"
  icon?: Icon
  /** The label. With `iconOnly` it is the accessible name and is not shown. */
  children: ReactNode
  iconOnly?: boolean
}

function lookOf({ kind = "quiet", size, iconOnly }: Omit<ButtonLook, "children">, className?: string): string {
  return classes(
    "btn",
    kind !== "quiet" && `btn--${kind}`,
    size === "large" && "btn--lg",
    iconOnly && "btn--icon",
    className,
  )
}

function Inside({ icon: Mark, iconOnly, children }: ButtonLook) {
  return (
    <>
      {Mark && <Mark />}
      {iconOnly ? <span className="vh">{children}</span> : children}
    </>
  )
}

type ButtonProps = ButtonLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & {
    /** While the action runs, the button keeps its place and its focus, and does nothing. */
    isBusy?: boolean
  }

/** Renders a button; while busy it announces that and ignores presses. */
export function Button({ kind, size, icon, iconOnly, isBusy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={lookOf({ kind, size, iconOnly } as ButtonLook, className)}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={(press) => {
        if (isBusy) press.preventDefault()
        else onClick?.(press)
      }}
    >
      <Inside icon={icon as Icon} iconOnly={iconOnly as boolean}>
        {children}
      </Inside>
    </button>
  )
}

type ButtonLinkProps = ButtonLook & Omit<LinkProps, "children">

/** Renders a link that looks like a button. Other sites and files are plain links. */
export function ButtonLink({ kind, size, icon, iconOnly, className, children, to, ...rest }: ButtonLinkProps) {
  const look = lookOf({ kind, size, iconOnly } as ButtonLook, className)
  const inside = (
    <Inside icon={icon as Icon} iconOnly={iconOnly as boolean}>
      {children}
    </Inside>
  )
  const isElsewhere =
    !to.startsWith("/") || to.startsWith("/api/") || /\.(ics|rss|atom|json|xml|pdf|png|svg)(\?|$)/.test(to)
  if (isElsewhere) {
    return (
      <a href={to} className={look} lang={rest.lang} target={rest.target} rel={rest.rel} download={rest.download}>
        {inside}
      </a>
    )
  }
  return (
    <Link to={to} {...rest} className={look}>
      {inside}
    </Link>
  )
}
