/** An element of an XML text: its name in small letters, what is written in it, and the elements in it. */
export type Element = { name: string; attributes: Record<string, string>; text: string; parts: Element[] }

/** The element of that name right in this one; with or without a prefix. */
export function partOf(element: Element | undefined, name: string): Element | undefined {
  return element?.parts.find((part) => part.name === name || part.name.endsWith(`:${name}`))
}

/** What the element of that name says; undefined when there is none, or nothing in it. */
export function textIn(element: Element | undefined, name: string): string | undefined {
  const text = partOf(element, name)?.text.trim()
  return text === "" ? undefined : text
}
