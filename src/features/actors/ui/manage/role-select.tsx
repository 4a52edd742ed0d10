import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Select } from "#ui/fields/select.tsx"
import type { Relation } from "#features/actors/relations/representation.server.ts"
import { Form, Submit } from "#web/editing/form-parts.tsx"

const roles = ["member", "assistant", "owner"] as const

/** A person's role, which can be changed. Moving through the list saves nothing; only the confirming button does. */
export function RoleSelect({ relation, name }: { relation: Relation; name: string }) {
  const t = useMessages()
  const [chosen, setChosen] = useState<string>(relation.relation)
  return (
    <Form name="role" className="hands__set" isBare>
      <input type="hidden" name="id" value={relation.id} />
      <Select
        key={relation.relation}
        name="relation"
        label={<span className="vh">{t("relations.role_of", { name })}</span>}
        defaultValue={relation.relation}
        options={roles.map((value) => ({ value, label: t(`relations.relation_${value}`) }))}
        onChange={(changed) => setChosen(changed.target.value)}
      />
      {chosen === relation.relation ? (
        <noscript>{import.meta.env.SSR && <Save name={name} />}</noscript>
      ) : (
        <Save name={name} />
      )}
    </Form>
  )
}

function Save({ name }: { name: string }) {
  const t = useMessages()
  return (
    <Submit kind="main" aria-label={t("relations.save_role", { name })}>
      {t("relations.save")}
    </Submit>
  )
}
