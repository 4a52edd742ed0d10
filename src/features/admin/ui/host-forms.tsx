import { useId } from "react"
import { Part } from "#features/accounts/ui/parts.tsx"
import { decisions } from "#features/fediverse/hosts/decision.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Radio } from "#ui/fields/choice.tsx"
import { Field } from "#ui/fields/field.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { DownloadSimple } from "#ui/icons.tsx"
import { Note } from "#ui/note.tsx"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import type { ListOutcome } from "../hosts/representation.server.ts"

/** The form that blocks or allows a host by its name. */
export function DecideHost() {
  const t = useMessages()
  return (
    <Part title={t("admin.decide_host")} text={t("admin.decide_host_about")}>
      <Form name="decide" isEmptiedWhenDone>
        <HostFields />
        <div className="bar">
          <Submit kind="main">{t("admin.apply")}</Submit>
        </div>
      </Form>
    </Part>
  )
}

function HostFields() {
  const t = useMessages()
  return (
    <>
      <TextField
        {...useField("host")}
        maxLength={260}
        autoCapitalize="none"
        spellCheck={false}
        label={t("admin.host")}
        hint={t("admin.host_hint")}
      />
      <DecisionField />
      <TextArea
        {...useField("reason")}
        rows={2}
        maxLength={2000}
        label={t("admin.reason")}
        hint={t("admin.reason_role_hint")}
        isOptional
      />
    </>
  )
}

function DecisionField() {
  const t = useMessages()
  const { id, defaultValue, error } = useField("decision", "block")
  return (
    <fieldset className="field" id={id} tabIndex={-1}>
      <legend className="lbl" id={`${id}-label`}>
        {t("admin.decision")}
      </legend>
      {decisions.map((decision, at) => (
        <Radio
          key={decision}
          name="decision"
          value={decision}
          defaultChecked={defaultValue === decision}
          error={at === decisions.length - 1 ? error : undefined}
        >
          {t(`admin.${decision}`)}
        </Radio>
      ))}
    </fieldset>
  )
}

/** The forms that import and export lists of hosts, as servers exchange them. */
export function HostLists() {
  const t = useMessages()
  return (
    <Part title={t("admin.lists")} text={t("admin.lists_about")}>
      <Form<ListOutcome> name="list" hasFiles isEmptiedWhenDone>
        {({ outcome }) => (
          <>
            {outcome?.isDone && outcome.given && <Became list={outcome.given} />}
            <FileField />
            <DecisionField />
            <div className="bar">
              <Submit>{t("admin.list_import")}</Submit>
            </div>
          </>
        )}
      </Form>
      <div className="bar">
        <ButtonLink icon={DownloadSimple} to="/api/admin/hosts/export/" download>
          {t("admin.list_export_blocks")}
        </ButtonLink>
        <ButtonLink icon={DownloadSimple} to="/api/admin/hosts/export/?decision=allow" download>
          {t("admin.list_export_allows")}
        </ButtonLink>
      </div>
    </Part>
  )
}

function FileField() {
  const t = useMessages()
  const { defaultValue: _, name, ...field } = useField("file")
  return (
    <Field {...field} label={t("admin.list_file")}>
      {(wiring) => (
        <input type="file" name={name} accept=".csv,.txt,text/csv,text/plain" {...wiring} className="input" />
      )}
    </Field>
  )
}

function Became({ list }: { list: ListOutcome }) {
  const t = useMessages()
  const id = useId()
  return (
    <Note type="success" role="status">
      <p id={id}>{t("admin.list_done", { changed: list.changed, passed: list.passed_over })}</p>
      {list.lines.length > 0 && (
        <ul className="bullets small" aria-labelledby={id}>
          {list.lines.map(({ line, what, why }) => (
            <li key={line}>
              {t("admin.list_line", { line, what })} ({t(`admin.why_${why}`)})
            </li>
          ))}
        </ul>
      )}
    </Note>
  )
}
