import { useMessages } from "#i18n/messages-context.ts"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { useEdit } from "#web/editing/edit-form.tsx"
import { Rows } from "#web/editing/edit-rows.tsx"
import { moneyWords } from "./fold-words.ts"
import { useLiveEvent } from "../live/live.ts"
import { Part } from "#web/editing/edit-part.tsx"
import { useFilledMark } from "../pasted/filled-mark.tsx"

/** The part for prices, tickets, capacity and ages. */
export function MoneyPart() {
  const t = useMessages()
  return (
    <Part
      id="prices"
      title={t("event-editor.part_money")}
      holds={moneyWords(t, useLiveEvent())}
      fields={["prices", "ticket_url", "capacity", "age"]}
      mark={useFilledMark("prices", "link")}
    >
      <Rows
        name="prices"
        add={t("event-editor.add_price")}
        remove={(position) => t("event-editor.remove_price", { position })}
        most={50}
      >
        {(number, position) => <Price number={number} position={position} />}
      </Rows>
      <TextField
        {...useEdit("ticket_url")}
        label={t("event-editor.ticket_url")}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={2000}
        autoComplete="off"
        isOptional
      />
      <div className="form__grid">
        <Count name="capacity" label={t("event-editor.capacity")} digits={9} />
        <Count name="age.min" label={t("event-editor.age_min")} digits={3} />
        <Count name="age.max" label={t("event-editor.age_max")} digits={3} />
      </div>
    </Part>
  )
}

function Count({ name, label, digits }: { name: string; label: string; digits: number }) {
  return (
    <TextField
      {...useEdit(name)}
      label={label}
      inputMode="numeric"
      maxLength={digits}
      autoComplete="off"
      span={2}
      isOptional
    />
  )
}

const currencies = ["EUR", "GBP", "CHF", "USD"]

function Price({ number, position }: { number: number; position: number }) {
  const t = useMessages()
  const name = `prices.${number}`
  const live = useLiveEvent()
  const kind = useEdit(`${name}.kind`)
  const currency = useEdit(`${name}.currency`)
  const known = currency.defaultValue && !currencies.includes(currency.defaultValue) ? [currency.defaultValue] : []
  const isFree = live[`${name}.kind`] === "free"
  return (
    <fieldset className="pricef" aria-label={t("event-editor.price_number", { position })}>
      <div className="form__grid">
        <TextField
          {...useEdit(`${name}.label`)}
          label={t("event-editor.price_label")}
          placeholder={t("event-editor.price_label_example")}
          maxLength={120}
          autoComplete="off"
          span={2}
          isOptional
        />
        <Select
          {...kind}
          defaultValue={kind.defaultValue || "paid"}
          label={t("event-editor.price_kind")}
          options={[
            { value: "paid", label: t("event-editor.price_paid") },
            { value: "free", label: t("event-editor.price_free") },
            { value: "pay_what_you_can", label: t("event-editor.price_pay_what_you_can") },
          ]}
          span={2}
        />
        <div className="c2 pricef__amount" hidden={isFree}>
          <TextField
            {...useEdit(`${name}.amount`)}
            label={t("event-editor.price_amount")}
            inputMode="decimal"
            maxLength={12}
            autoComplete="off"
            isOptional={live[`${name}.kind`] === "pay_what_you_can"}
          />
          <Select
            {...currency}
            defaultValue={currency.defaultValue || "EUR"}
            label={t("event-editor.price_currency")}
            options={[...known, ...currencies].map((value) => ({ value, label: value }))}
          />
        </div>
      </div>
    </fieldset>
  )
}
