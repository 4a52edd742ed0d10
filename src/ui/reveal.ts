/** Dispatched on a hidden field: a tab or folded part around it opens itself. */
export const revealEvent = "foyer:reveal"

/** Brings a field into view, also out of a hidden tab, and focuses it, or the first control in it. */
export function focusField(field: HTMLElement): void {
  field.dispatchEvent(new Event(revealEvent, { bubbles: true }))
  const canTake = "input:not([type=hidden]), select, textarea, button, a[href], [tabindex], [contenteditable=true]"
  const target = field.matches(canTake) ? field : (field.querySelector<HTMLElement>(canTake) ?? field)
  target.focus()
  // The field's error is below it and must be readable too.
  target.closest(".field")?.scrollIntoView({ block: "nearest" })
}

/** Dispatched by a form that was filled other than by keyboard, so that nothing waits for more typing. */
export const filledEvent = "foyer:filled"

/** Dispatches an input event, as typing does, to tell the form that a hidden field has another value. */
export function notifyForm(field: HTMLElement | null): void {
  field?.dispatchEvent(new Event("input", { bubbles: true }))
}
