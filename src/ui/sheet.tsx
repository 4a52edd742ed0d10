/**
 * The style sheet of a part that comes later than its screen, or not at all: in the head of the document that shows the part,
 * and nothing is shown of it before the sheet is there. It may stand before the sheet of every page and after it, so it names
 * the order of the layers itself, and of what is in other sheets it changes nothing with a single class. What a screen always
 * shows imports its sheet instead.
 * @param href of a file imported with `?url`
 */
export function Sheet({ href }: { href: string }) {
  return <link rel="stylesheet" href={href} precedence="part" />
}
