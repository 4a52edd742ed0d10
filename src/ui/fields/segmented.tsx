import type { ReactNode } from "react"
import type { Icon } from "../icons.tsx"
import { Link } from "../link.tsx"

type Segment = {
  value: string
  label: string
  /** With an icon, the label is the accessible name and is not shown. */
  icon?: Icon
}

type SegmentedLinksProps = {
  label: string
  segments: readonly (Segment & { to: string })[]
  current: string
  /** Called first; prevent the default to stay on the page (a visitor who must sign in). */
  onPress?: (value: string, press: { preventDefault: () => void }) => void
}

/** Links to a few views of one list: they work without script, and each view has its address. */
export function SegmentedLinks({ label, segments, current, onPress }: SegmentedLinksProps) {
  return (
    <div className="seg" role="group" aria-label={label}>
      {segments.map(({ value, to, ...segment }) => (
        <Link
          key={value}
          to={to}
          preventScrollReset
          aria-current={value === current ? "true" : undefined}
          aria-label={segment.icon ? segment.label : undefined}
          onClick={(press) => onPress?.(value, press)}
        >
          {inside(segment)}
        </Link>
      ))}
    </div>
  )
}

type SegmentedRadiosProps = {
  label: string
  name: string
  segments: readonly Segment[]
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
}

/** Radio buttons in a row. */
export function SegmentedRadios({ label, name, segments, value, defaultValue, onChange }: SegmentedRadiosProps) {
  return (
    <div className="seg" role="radiogroup" aria-label={label}>
      {segments.map((segment) => (
        <label key={segment.value}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={value === undefined ? undefined : value === segment.value}
            defaultChecked={defaultValue === undefined ? undefined : defaultValue === segment.value}
            onChange={() => onChange?.(segment.value)}
            aria-label={segment.icon ? segment.label : undefined}
          />
          {inside(segment)}
        </label>
      ))}
    </div>
  )
}

function inside({ icon: Mark, label }: Omit<Segment, "value">): ReactNode {
  return Mark ? <Mark /> : label
}
