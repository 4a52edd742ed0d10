/** Asked of what holds a field that is not in view: a tab shows itself when one of its fields is to be looked at. */
export const revealEvent = "foyer:reveal"

/** Brings a field into view, out of a hidden tab too, and puts the focus on it, or on the first control in it. */
export function focusField(field: HTMLElement): void {
  field.dispatchEvent(new Event(revealEvent, { bubbles: true }))
  const canTake = "input:not([type=hidden]), select, textarea, button, a[href], [tabindex], [contenteditable=true]"
  const target = field.matches(canTake) ? field : (field.querySelector<HTMLElement>(canTake) ?? field)
  target.focus()
  // What is wrong with it stands below it, and is to be read too.
  target.closest(".field")?.scrollIntoView({ block: "nearest" })
}

/** Told by a form that was filled from elsewhere than the keyboard: no more is to be waited for, as it is while one types. */
export const filledEvent = "foyer:filled"

/** Tells the form around a hidden field that its value is another one: what a person's typing tells by itself. */
export function tellForm(field: HTMLElement | null): void {
  field?.dispatchEvent(new Event("input", { bubbles: true }))
}
