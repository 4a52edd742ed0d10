import { DOMParser as ProseMirror } from "@tiptap/pm/model"
import { type Editor, EditorContent, getSchema, useEditor } from "@tiptap/react"
import { StarterKit } from "@tiptap/starter-kit"
import { useEffect, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import type { FieldWiring } from "../fields/field.tsx"
import { RichTextLink } from "./rich-text-link.tsx"
import { RichTextToolbar } from "./rich-text-toolbar.tsx"

export type RichTextEditorProps = {
  wiring: FieldWiring
  /** The initial text as elements: the editor would turn a string into HTML itself, which Trusted Types forbid. */
  begun: HTMLElement
  /** Whether the plain field it replaces was focused. */
  hasFocus: boolean
  language: string | undefined
  onChange: (html: string) => void
}

// Only what the server accepts (lib/text/html.ts): pasted content is reduced to it at once.
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    underline: false,
    strike: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      protocols: ["http", "https", "mailto"],
      isAllowedUri: (address) => /^(https?:|mailto:)/i.test(address.includes(":") ? address : `https://${address}`),
      HTMLAttributes: { rel: "nofollow noopener", target: null },
    },
  }),
]

/** The editor behind `<RichText>`, loaded once the page is there. */
export default function RichTextEditor({ wiring, begun, hasFocus, language, onChange }: RichTextEditorProps) {
  const t = useMessages()
  const [isLinking, setLinking] = useState(false)
  const attributes = attributesOf(wiring, language)
  const [content] = useState(() => ProseMirror.fromSchema(getSchema(extensions)).parse(begun).toJSON())
  const editor = useEditor({
    extensions,
    content,
    injectCSS: false, // our style sheet has its rules; the Content-Security-Policy refuses injected ones
    autofocus: hasFocus ? "end" : false,
    editorProps: {
      attributes,
      // Tab moves to the next field; lists are indented with buttons.
      handleDOMEvents: { keydown: (_view, key) => key.key === "Tab" },
    },
    onUpdate: ({ editor: now }) => onChange(htmlOf(now)),
  })
  const described = wiring["aria-describedby"]
  const isWrong = wiring["aria-invalid"]
  useEffect(() => {
    editor.setOptions({ editorProps: { ...editor.options.editorProps, attributes } })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what the attributes are made of
  }, [editor, described, isWrong, language])
  useLabel(wiring.id, editor)

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key of the text and the toolbar in it
    <div
      className="rich"
      data-wrong={wiring["aria-invalid"]}
      onKeyDown={(key) => {
        if (key.key !== "k" || !(key.metaKey || key.ctrlKey)) return
        key.preventDefault()
        setLinking(true)
      }}
    >
      <RichTextToolbar
        editor={editor}
        label={t("editor.formatting")}
        controls={wiring.id}
        isLinking={isLinking}
        onLink={() => setLinking(!isLinking)}
      />
      {isLinking && <RichTextLink editor={editor} onClose={() => setLinking(false)} />}
      <EditorContent editor={editor} className="rich__text" />
    </div>
  )
}

/** Returns the value to send: empty where there is no text, and without empty lines around it. */
function htmlOf(editor: Editor): string {
  return editor.isEmpty ? "" : editor.getHTML().replaceAll(/^(?:<p><\/p>)+|(?:<p><\/p>)+$/g, "")
}

function attributesOf(wiring: FieldWiring, language: string | undefined): Record<string, string> {
  return {
    class: "read",
    role: "textbox",
    "aria-multiline": "true",
    "aria-labelledby": `${wiring.id}-label`,
    id: wiring.id,
    ...(wiring["aria-describedby"] ? { "aria-describedby": wiring["aria-describedby"] } : {}),
    ...(wiring["aria-invalid"] ? { "aria-invalid": "true" } : {}),
    ...(wiring.required ? { "aria-required": "true" } : {}),
    ...(language ? { lang: language } : {}),
  }
}

/** Makes the label focus the editor, as it would an input. */
function useLabel(id: string, editor: Editor) {
  useEffect(() => {
    const label = document.getElementById(`${id}-label`)
    const press = () => editor.commands.focus()
    label?.addEventListener("click", press)
    return () => label?.removeEventListener("click", press)
  }, [id, editor])
}
