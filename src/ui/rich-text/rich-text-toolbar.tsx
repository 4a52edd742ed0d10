import type { Editor } from "@tiptap/react"
import { useEditorState } from "@tiptap/react"
import { type KeyboardEvent, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { type Icon, LinkSimple } from "../icons.tsx"
import {
  ArrowClockwise,
  ArrowCounterClockwise,
  ListBullets,
  ListNumbers,
  Quotes,
  TextB,
  TextHThree,
  TextHTwo,
  TextItalic,
} from "../seldom-icons.tsx"
import type { PlainMessageId } from "../plain-message.ts"

type ToolbarProps = { editor: Editor; label: string; controls: string; isLinking: boolean; onLink: () => void }

type Tool = {
  name: string
  label: PlainMessageId
  icon: Icon
  keys?: string
  /** Whether the mark applies at the cursor; undefined for a mere action. */
  isOn?: boolean
  isOff?: boolean
  press: () => void
}

/** The toolbar of a rich text: one tab stop, arrow keys between the buttons (ARIA APG, toolbar). */
export function RichTextToolbar({ editor, label, controls, isLinking, onLink }: ToolbarProps) {
  const t = useMessages()
  const [at, setAt] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const is = useEditorState({ editor, selector: ({ editor: now }) => marksOf(now) })
  const then = () => editor.chain().focus()
  const tools: Tool[] = [
    {
      name: "h2",
      label: "editor.h2",
      icon: TextHTwo,
      isOn: is.h2,
      press: () => then().toggleHeading({ level: 2 }).run(),
    },
    {
      name: "h3",
      label: "editor.h3",
      icon: TextHThree,
      isOn: is.h3,
      press: () => then().toggleHeading({ level: 3 }).run(),
    },
    {
      name: "bold",
      label: "editor.bold",
      keys: "Control+B",
      icon: TextB,
      isOn: is.bold,
      press: () => then().toggleBold().run(),
    },
    {
      name: "italic",
      label: "editor.italic",
      keys: "Control+I",
      icon: TextItalic,
      isOn: is.italic,
      press: () => then().toggleItalic().run(),
    },
    {
      name: "bullets",
      label: "editor.bullets",
      icon: ListBullets,
      isOn: is.bullets,
      press: () => then().toggleBulletList().run(),
    },
    {
      name: "numbers",
      label: "editor.numbers",
      icon: ListNumbers,
      isOn: is.numbers,
      press: () => then().toggleOrderedList().run(),
    },
    {
      name: "quote",
      label: "editor.quote",
      icon: Quotes,
      isOn: is.quote,
      press: () => then().toggleBlockquote().run(),
    },
    {
      name: "link",
      label: "editor.link",
      keys: "Control+K",
      icon: LinkSimple,
      isOn: is.link || isLinking,
      press: onLink,
    },
    {
      name: "undo",
      label: "editor.undo",
      keys: "Control+Z",
      icon: ArrowCounterClockwise,
      isOff: !is.canUndo,
      press: () => then().undo().run(),
    },
    {
      name: "redo",
      label: "editor.redo",
      keys: "Control+Shift+Z",
      icon: ArrowClockwise,
      isOff: !is.canRedo,
      press: () => then().redo().run(),
    },
  ]
  const move = (key: KeyboardEvent) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[key.key]
    if (to === undefined) return
    key.preventDefault()
    const next = (to + tools.length) % tools.length
    setAt(next)
    bar.current?.querySelectorAll("button")[next]?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons do, one at a time
    <div ref={bar} className="rich__bar" role="toolbar" aria-label={label} aria-controls={controls} onKeyDown={move}>
      {tools.map(({ name, label: words, icon: Mark, keys, isOn, isOff, press }, index) => (
        <button
          key={name}
          type="button"
          className="rich__tool"
          tabIndex={index === at ? 0 : -1}
          aria-label={t(words)}
          title={t(words)}
          aria-pressed={isOn}
          aria-disabled={isOff || undefined}
          aria-keyshortcuts={keys}
          onFocus={() => setAt(index)}
          // Keeps the cursor in place while a button is pressed with the mouse.
          onMouseDown={(down) => down.preventDefault()}
          onClick={() => {
            if (!isOff) press()
          }}
        >
          <Mark />
        </button>
      ))}
    </div>
  )
}

function marksOf(editor: Editor) {
  return {
    h2: editor.isActive("heading", { level: 2 }),
    h3: editor.isActive("heading", { level: 3 }),
    bold: editor.isActive("bold"),
    italic: editor.isActive("italic"),
    bullets: editor.isActive("bulletList"),
    numbers: editor.isActive("orderedList"),
    quote: editor.isActive("blockquote"),
    link: editor.isActive("link"),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  }
}
