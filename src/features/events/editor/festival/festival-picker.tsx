import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { inLanguage, unbroken } from "#i18n/languages.ts"
import { Combobox, useSuggestions } from "#ui/fields/combobox.tsx"
import { Field } from "#ui/fields/field.tsx"
import { HiddenValue } from "#ui/fields/hidden-value.tsx"
import { browserApi } from "#web/api/browser-api.ts"
import { useEdit, useFilled } from "#web/editing/edit-form.tsx"
import type { Event } from "../../event.ts"
import type { ParentChoice } from "../editor-data.ts"
import { mainTitle } from "../form/form-values.ts"

const mostShown = 8

type FestivalPickerProps = { event: Event | null; parent: ParentChoice | null }

/**
 * The field for the festival an event belongs to, chosen among the events the viewer manages: the next ones, or a search while
 * typing; without script, by its title. Sends `parent` (its id), `parent.text`, and its title when it was chosen.
 */
export function FestivalPicker({ event, parent }: FestivalPickerProps) {
  const t = useMessages()
  const field = useEdit("parent")
  const filled = useFilled()
  const [picked, setPicked] = useState(() => {
    const id = filled.parent ?? ""
    return { id, title: filled["parent.was"] ?? (parent && String(parent.id) === id ? mainTitle(parent) : "") }
  })
  const [text, setText] = useState(filled["parent.text"] ?? picked.title)
  const [isOpen, setOpen] = useState(false)
  // The title of the chosen festival is no search: the others are offered.
  const typed = text === picked.title ? "" : text
  const { found, isFailed, query } = useSuggestions(typed, isOpen, searched, true)
  const offered = found.filter(({ id }) => id !== event?.id)
  const take = (id: string, title: string) => {
    setText(title)
    setPicked({ id, title })
  }
  return (
    <Field
      id={field.id}
      label={t("event-editor.parent")}
      hint={t("event-editor.parent_hint")}
      error={field.error}
      isOptional
    >
      {(wiring) => (
        <div className="picker1">
          <HiddenValue name="parent" value={picked.id} />
          <input type="hidden" name="parent.was" value={picked.title} />
          <Combobox
            wiring={wiring}
            name="parent.text"
            text={text}
            options={offered.map((one) => ({
              key: String(one.id),
              pick: () => take(String(one.id), mainTitle(one)),
              body: <Found event={one} />,
            }))}
            isOpen={isOpen}
            onOpen={setOpen}
            opensWhenPressed
            isReady={offered.length > 0 || isFailed || query !== ""}
            isFailed={isFailed}
            status={isFailed ? t("editor.picker_failed") : t("event-editor.parents_found", { count: offered.length })}
            onText={(words) => (words.trim() === "" ? take("", "") : setText(words))}
          />
        </div>
      )}
    </Field>
  )
}

function Found({ event }: { event: ParentChoice }) {
  const t = useMessages()
  const title = inLanguage(event.title, t.language, event.language)
  return (
    <span className="combo__words">
      <b lang={title.language}>{unbroken(title.text)}</b>
      <span>{t.date(event.start, "medium")}</span>
    </span>
  )
}

async function searched(q: string): Promise<ParentChoice[]> {
  const { items } = await browserApi.list("/api/contents/events/managed/", {
    limit: String(mostShown + 1),
    ...(q ? { q } : {}),
  })
  return items
}
