/** Selector of everything that is pressed or filled in. */
export const controls = "a, button, input, select, textarea, label, summary, [role='button'], [contenteditable]"
