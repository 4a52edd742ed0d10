import { useMessages } from "#i18n/messages-context.ts"
import { TextField } from "#ui/fields/text-field.tsx"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"

/** The form for the address of a film; works without script. */
export function AddFilm({ isOpen }: { isOpen: boolean }) {
  const t = useMessages()
  return (
    <details className="files__film" open={isOpen || undefined}>
      <summary className="btn">{t("films.add")}</summary>
      <Form name="film" className="form" isEmptiedWhenDone>
        <Fields />
        <div className="bar">
          <Submit kind="main">{t("films.add_do")}</Submit>
        </div>
      </Form>
    </details>
  )
}

function Fields() {
  const t = useMessages()
  return (
    <>
      <TextField
        {...useField("url")}
        label={t("films.address")}
        hint={t("films.address_hint")}
        type="url"
        inputMode="url"
        maxLength={2000}
      />
      <TextField {...useField("film_title")} label={t("films.title")} maxLength={300} isOptional />
    </>
  )
}
