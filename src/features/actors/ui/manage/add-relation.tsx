import { useState } from "react"
import { relationWord } from "../../relations/relation-words.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Select } from "#ui/fields/select.tsx"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import type { ManagedActor } from "../../pages/manage-data.ts"
import { ActorPicker } from "../actor-picker.tsx"
import "#ui/styles/editor.css"

/** The form to invite a person or another page in a role. */
export function AddRelation({ actor }: { actor: ManagedActor }) {
  const t = useMessages()
  const [count, setCount] = useState(0)
  return (
    <Form
      name="add"
      className="form hands__add"
      failure={t("relations.add_failed")}
      isEmptiedWhenDone
      onDone={() => setCount(count + 1)}
    >
      <Fields key={count} actor={actor} />
    </Form>
  )
}

function Fields({ actor }: { actor: ManagedActor }) {
  const t = useMessages()
  const who = useField("who")
  const text = useField("who.text")
  const chosen = useField("who")
  const options = [
    "member",
    "assistant",
    "partner",
    "group",
    ...(actor.may.includes("govern") ? (["owner"] as const) : []),
  ] as const
  return (
    <div className="hands__new">
      <ActorPicker
        name="who"
        id={who.id}
        error={who.error}
        defaultValue={text.defaultValue ? { fid: chosen.defaultValue ?? "", name: text.defaultValue } : null}
        label={t("relations.who")}
        placeholder={t("relations.who_placeholder")}
        allowsNames
      />
      <Select
        {...useField("relation", "member")}
        label={t("relations.relation")}
        options={options.map((value) => ({ value, label: t(`relations.relation_${relationWord(value, actor.type)}`) }))}
      />
      <Submit kind="main">{t("relations.add_do")}</Submit>
    </div>
  )
}
