/** An element of an XML text: its name in small letters, its text and its child elements. */
export type Element = { name: string; attributes: Record<string, string>; text: string; parts: Element[] }

/** Returns the child element of that name, with or without a prefix. */
export function partOf(element: Element | undefined, name: string): Element | undefined {
  return element?.parts.find((part) => part.name === name || part.name.endsWith(`:${name}`))
}

/** Returns the text of the child element of that name; undefined when there is none, or it is empty. */
export function textIn(element: Element | undefined, name: string): string | undefined {
  const text = partOf(element, name)?.text.trim()
  return text === "" ? undefined : text
}
