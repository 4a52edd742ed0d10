import { createContext, type HTMLAttributes, type ReactElement, type ReactNode, useContext } from "react"
import { MessagesProvider, useMessages } from "#i18n/messages-context.ts"
import { Basename } from "#ui/link.tsx"

/** On the server: the HTML made before of the same, or what is made now and kept. In the browser there is none. */
export const MarkupStore = createContext<((of: readonly unknown[], make: () => ReactElement) => string) | undefined>(
  undefined,
)

type KeptMarkupProps = Omit<HTMLAttributes<HTMLElement>, "children"> & {
  as?: "div" | "li" | "nav" | "footer"
  className: string
  /** All that the children are made from, beside the language, the words and the hour: the same HTML comes of the same. */
  of: readonly unknown[]
  /** What is inside: it knows no other context than words and links, keeps no state and has no `useId`. */
  children: () => ReactNode
}

/**
 * A part of a page that many pages repeat. The server renders it once and puts it out as one string: of an agenda that is
 * two thirds of all elements. The browser takes over what it finds, as it would any other element.
 */
export function KeptMarkup({ as: Tag = "div", of, children, ...rest }: KeptMarkupProps) {
  const store = useContext(MarkupStore)
  const t = useMessages()
  const basename = useContext(Basename)
  if (!import.meta.env.SSR || !store) return <Tag {...rest}>{children()}</Tag>
  const html = store([rest.className, t.language, t.hour(), basename, ...of], () => (
    <MessagesProvider value={t}>
      <Basename value={basename}>{children()}</Basename>
    </MessagesProvider>
  ))
  return <Tag {...rest} dangerouslySetInnerHTML={{ __html: html }} />
}
