import { useMessages } from "#i18n/messages-context.ts"
import { Checkbox } from "#ui/fields/choice.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { useEdit, useCheckbox } from "#web/editing/edit-form.tsx"
import { Rows } from "#web/editing/edit-rows.tsx"
import { contactKinds, linkKinds } from "../../writing/form-fields.ts"

/** The links of a page to other sites. */
export function LinksFields() {
  const t = useMessages()
  return (
    <Rows
      name="links"
      add={t("actor-editor.add_link")}
      remove={(position) => t("actor-editor.remove_link", { position })}
    >
      {(number) => <LinkFields name={`links.${number}`} />}
    </Rows>
  )
}

function LinkFields({ name }: { name: string }) {
  const t = useMessages()
  return (
    <div className="form__grid">
      <div className="c6">
        <TextField
          {...useEdit(`${name}.url`)}
          label={t("actor-editor.link_url")}
          inputMode="url"
          placeholder="https://"
          maxLength={2000}
          autoComplete="off"
        />
      </div>
      <Select
        {...useEdit(`${name}.kind`)}
        label={t("actor-editor.link_kind")}
        options={linkKinds.map((value) => ({ value, label: t(`actor-editor.link_${value}`) }))}
        span={3}
      />
      <TextField
        {...useEdit(`${name}.label`)}
        label={t("actor-editor.link_label")}
        maxLength={120}
        span={3}
        isOptional
      />
    </div>
  )
}

/** The contacts of a page; each can be visible to its managers only. */
export function ContactsFields() {
  const t = useMessages()
  return (
    <Rows
      name="contacts"
      add={t("actor-editor.add_contact")}
      remove={(position) => t("actor-editor.remove_contact", { position })}
    >
      {(number) => <ContactFields name={`contacts.${number}`} />}
    </Rows>
  )
}

function ContactFields({ name }: { name: string }) {
  const t = useMessages()
  return (
    <div className="form__grid">
      <Select
        {...useEdit(`${name}.kind`)}
        label={t("actor-editor.contact_kind")}
        options={contactKinds.map((value) => ({ value, label: t(`actor-editor.contact_${value}`) }))}
        span={2}
      />
      <TextField
        {...useEdit(`${name}.value`)}
        label={t("actor-editor.contact_value")}
        maxLength={300}
        autoComplete="off"
        span={4}
      />
      <TextField
        {...useEdit(`${name}.label`)}
        label={t("actor-editor.contact_label")}
        hint={t("actor-editor.contact_label_hint")}
        maxLength={120}
        autoComplete="off"
        span={3}
        isOptional
      />
      <div className="c3">
        <Checkbox {...useCheckbox(`${name}.is_public`)} hint={t("actor-editor.contact_public_hint")}>
          {t("actor-editor.contact_public")}
        </Checkbox>
      </div>
    </div>
  )
}
