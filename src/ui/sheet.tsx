/**
 * Loads the style sheet of a part that comes later than its screen, or not at all. It is placed in the head of the document that
 * shows the part, which is not displayed before the sheet is loaded. It may stand before or after the sheet of every page, so it
 * names the order of the layers itself and overrides nothing in other sheets with a single class. A part that a screen always
 * shows imports its sheet instead.
 * @param href of a file imported with `?url`
 */
export function Sheet({ href }: { href: string }) {
  return <link rel="stylesheet" href={href} precedence="part" />
}
