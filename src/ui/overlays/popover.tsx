import { type ReactNode, type RefObject, Suspense, useRef, useState } from "react"
import { classes } from "../classes.ts"
import { CaretDownBold, type Icon } from "../icons.tsx"
import { preloadPart, lazyPart } from "../loading/lazy-part.tsx"

const load = () => import("./popover-overlay.tsx")
const PopoverOverlay = lazyPart(load)

export type PopoverOverlayProps = {
  label: string
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
  children: ReactNode
}

type PopoverProps = {
  /** Text of the button: the filter's value when it is active, its name when it is not. Empty for the icon alone. */
  value: string
  /** Label of the popover. */
  label: string
  /** Accessible name, where the value alone does not say what is chosen; it contains the value. */
  name?: string
  icon?: Icon
  /** Whether the filter is active. */
  isOn?: boolean
  /** Content of the open popover; `close` closes it. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a small popover beside it. React Aria is loaded as the pointer or the focus approaches. */
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
        onPointerEnter={() => preloadPart(load)}
        onFocus={() => preloadPart(load)}
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
