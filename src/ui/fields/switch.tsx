type SwitchProps = { labelledBy: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** A switch that takes effect at once. */
export function Switch({ labelledBy, isOn, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      className="switch"
      role="switch"
      aria-checked={isOn}
      aria-labelledby={labelledBy}
      onClick={() => onChange(!isOn)}
    />
  )
}
