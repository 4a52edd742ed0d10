import type { ReactNode } from "react"
import { Link } from "./link.tsx"

/** A link to another view of the list. */
export function Chip({ to, isOn = false, children }: { to: string; isOn?: boolean; children: ReactNode }) {
  return (
    <Link className="chip" to={to} aria-current={isOn ? "true" : undefined} preventScrollReset>
      {children}
    </Link>
  )
}

type ToggleChipProps = { isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode }

/** A filter that is on or off. */
export function ToggleChip({ isOn, onChange, children }: ToggleChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {children}
    </button>
  )
}
