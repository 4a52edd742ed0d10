import { type ReactNode, type RefObject, Suspense, useRef, useState } from "react"
import { classes } from "../classes.ts"
import { CaretDownBold, type Icon } from "../icons.tsx"
import { ahead, later } from "../loading/later.tsx"

const load = () => import("./popover-overlay.tsx")
const PopoverOverlay = later(load)

export type PopoverOverlayProps = {
  label: string
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
  children: ReactNode
}

type PopoverProps = {
  /** What the button says: the filter's value when it is active, its name when it is not. Empty: the icon alone. */
  value: string
  /** What the popover is about. */
  label: string
  /** The accessible name, where the value alone does not say what is chosen; the value stands in it. */
  name?: string
  icon?: Icon
  /** Marked as an active filter. */
  isOn?: boolean
  /** Shown when it is open; `close` closes it. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a small sheet beside it. React Aria is fetched on the way to the press. */
export function Popover({ value, label, name, icon: Mark, isOn = false, children }: PopoverProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={classes("pick", isOn && "pick--on")}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={name ?? (value === "" ? label : undefined)}
        onPointerEnter={() => ahead(load)}
        onFocus={() => ahead(load)}
        onClick={() => setOpen(!isOpen)}
      >
        {Mark && <Mark />}
        {value}
        {value !== "" && <CaretDownBold />}
      </button>
      {isOpen && (
        <Suspense>
          <PopoverOverlay label={label} trigger={trigger} onClose={close}>
            {children(close)}
          </PopoverOverlay>
        </Suspense>
      )}
    </>
  )
}
