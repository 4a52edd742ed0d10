import { type ComponentType, useEffect, useMemo, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { htmlOfMarkdown } from "#lib/text/markdown.ts"
import { Field, type FieldWiring, type FieldWords } from "../fields/field.tsx"
import { HiddenValue } from "../fields/hidden-value.tsx"
import { bodyOf, markdownOf } from "./as-markdown.ts"
import type { RichTextEditorProps } from "./rich-text-editor.tsx"

export type RichTextProps = FieldWords & {
  name: string
  id?: string
  /** HTML; Markdown with `isMarkdown`. */
  defaultValue?: string | undefined
  /** Whether the text was typed without script and returned by the server. */
  isMarkdown?: boolean
  /** Language of the text. */
  language?: string
  onChange?: (html: string) => void
  span?: 2 | 3 | 4 | 6
}

/**
 * A field for text with headings, emphasis, lists, quotes and links, sent as HTML. Until its editor is loaded, and without
 * script, it is a field of Markdown, which `<name>.format` announces.
 */
export function RichText({
  name,
  id: given,
  defaultValue = "",
  isMarkdown = false,
  language,
  onChange,
  ...words
}: RichTextProps) {
  const t = useMessages()
  const markdown = useMemo(() => (isMarkdown ? defaultValue : markdownOf(defaultValue)), [defaultValue, isMarkdown])
  const [editor, setEditor] = useState<{
    Editor: ComponentType<RichTextEditorProps>
    begun: HTMLElement
    hadFocus: boolean
  }>()
  const plain = useRef<HTMLTextAreaElement>(null)
  const [html, setHtml] = useState("")

  useEffect(() => {
    let isGone = false
    const open = async () => {
      const { default: Editor } = await import("./rich-text-editor.tsx")
      // Text typed while the editor was loading is preserved.
      const typed = plain.current?.value ?? markdown
      const begun = typed === markdown && !isMarkdown ? defaultValue : await htmlOfMarkdown(typed)
      if (isGone) return
      setHtml(begun)
      setEditor({ Editor, begun: bodyOf(begun), hadFocus: document.activeElement === plain.current })
    }
    open().catch(() => {}) // the plain field stays
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; what it begins with does not change under one's hands
  }, [])

  const changed = (next: string) => {
    setHtml(next)
    onChange?.(next)
  }

  return (
    <Field {...(words as FieldWords)} id={given} hint={words.hint ?? (editor ? undefined : t("editor.markdown_hint"))}>
      {(wiring: FieldWiring) =>
        editor ? (
          <>
            <HiddenValue name={name} value={html} />
            <editor.Editor
              wiring={wiring}
              begun={editor.begun}
              hasFocus={editor.hadFocus}
              language={language}
              onChange={changed}
            />
          </>
        ) : (
          <>
            <textarea
              rows={8}
              ref={plain}
              name={name}
              lang={language}
              defaultValue={markdown}
              className="input rich__plain"
              {...wiring}
            />
            <input type="hidden" name={`${name}.format`} value="markdown" />
          </>
        )
      }
    </Field>
  )
}
