import { useMessages } from "#i18n/messages-context.ts"
import { CaretDownBold } from "#ui/icons.tsx"
import { AddToLinks } from "#web/add-to/add-to-links.tsx"
import { ConfirmPress } from "#web/editing/confirm-press.tsx"
import { Form, FormNotices, Submit, useFormAnswer, useFormState } from "#web/editing/form-parts.tsx"
import type { Outcome } from "#web/editing/form.ts"
import { useSite } from "#web/page/site.ts"
import { type Layer, layers } from "../../calendar/calendar.ts"
import type { CalendarData } from "../../pages/calendar-data.ts"
import "#features/accounts/ui/shown-once.css"

type Made = { url: string; created: string }
type AddressPartProps = Pick<CalendarData, "address"> & { outcome: Outcome | undefined }

/** The folded part for the private iCalendar address: create it, see it once, replace it, revoke it. */
export function AddressPart({ address, outcome }: AddressPartProps) {
  const t = useMessages()
  const given = [useFormAnswer<Made>("address-make")[0], useFormAnswer<Made>("address-renew")[0]]
  // Only the address created last works: earlier ones are not shown.
  const made = given.find((one) => address.exists && one?.created === address.created)
  return (
    <details className="calfold no-print" id="address" open={outcome !== undefined || undefined}>
      <summary className="unfold">
        <b>{t("calendar.address")}</b>
        <span className="small t2">
          {address.created
            ? t("calendar.address_since", { date: t.date(address.created, "medium") })
            : t("calendar.address_none")}
        </span>
        <CaretDownBold />
      </summary>
      <div className="calfold__in">
        <p className="t2">{t("calendar.address_about")}</p>
        {made && <MadeAddress {...made} />}
        {!address.exists && (
          <Form name="address-make" isShared>
            <LayerBoxes chosen={layers} />
            <div className="bar">
              <Submit kind="main">{t("calendar.address_make")}</Submit>
            </div>
          </Form>
        )}
        {address.exists && (
          <>
            <FormNotices of={outcome} />
            <p className="small t2">
              {t("calendar.address_holds_what", {
                layers: t.list((address.layers ?? []).map((layer) => t(`calendar.layer_${layer}`))),
              })}
            </p>
            <div className="bar">
              <ConfirmPress
                form="address-renew"
                isShared
                fields={{ layers: (address.layers ?? layers).join(",") }}
                title={t("calendar.address_renew_title")}
                hint={t("calendar.address_renew_hint")}
                confirm={t("calendar.address_renew")}
                cancel={t("calendar.address_keep")}
              >
                {t("calendar.address_renew")}
              </ConfirmPress>
              <ConfirmPress
                form="address-revoke"
                fields={{}}
                kind="danger"
                title={t("calendar.address_revoke_title")}
                hint={t("calendar.address_revoke_hint")}
                confirm={t("calendar.address_revoke")}
                cancel={t("calendar.address_keep")}
              >
                {t("calendar.address_revoke")}
              </ConfirmPress>
            </div>
          </>
        )}
      </div>
    </details>
  )
}

/** The address itself, shown only this once. */
function MadeAddress({ url }: Made) {
  const t = useMessages()
  const site = useSite()
  return (
    <div className="once" role="status" key={url}>
      <p>
        <strong>{t("calendar.address_made")}</strong> {t("calendar.address_once")}
      </p>
      <AddToLinks calendar={url} title={[t("calendar.title"), site?.name].filter(Boolean).join(" — ")} />
    </div>
  )
}

function LayerBoxes({ chosen }: { chosen: readonly Layer[] }) {
  const t = useMessages()
  const { outcome } = useFormState()
  const wrong = outcome?.fields["layers"]?.[0]
  return (
    <fieldset aria-describedby={wrong ? "address-wrong" : undefined}>
      <legend className="lab t2">{t("calendar.address_holds")}</legend>
      <div className="list">
        {layers.map((layer) => (
          <label key={layer}>
            <input type="checkbox" name="layers" value={layer} defaultChecked={chosen.includes(layer)} />
            {t(`calendar.layer_${layer}`)}
          </label>
        ))}
      </div>
      {wrong && (
        <p className="err small" id="address-wrong">
          {wrong}
        </p>
      )}
    </fieldset>
  )
}
