import { demandConfirmation } from "#web/editing/demand-confirmation.ts"
import type { Done, FormArguments } from "#web/editing/form.ts"
import { paths } from "#web/paths.ts"
import { webhookEvents } from "../webhook.ts"

type Arguments = FormArguments<{ fid: string }>

const whichOf = ({ params, values }: Pick<Arguments, "params" | "values">) => ({
  fid: params.fid,
  id: values.get("id") ?? "",
})

/** Returns the address where the result of a test is shown. */
const atDeliveries = ({ fid, id }: { fid: string; id: string }) =>
  `${paths.webhooksOfActor(fid, { webhook: id })}#deliveries`

function fieldsOf({ values }: Pick<Arguments, "values">) {
  return {
    url: (values.get("url") ?? "").trim(),
    events: webhookEvents.filter((one) => values.has(`event.${one}`)),
    description: values.get("description") ?? "",
  }
}

/** Adds a webhook; its secret is shown this once. */
export async function addWebhook(args: Arguments): Promise<Done> {
  const { api, params, t } = args
  const given = await api.post("/api/actors/{fid}/webhooks/", fieldsOf(args), { fid: params.fid })
  return { given, notice: { message: t("webhooks.added") } }
}

/** Saves changes of a webhook, unless somebody else has changed it meanwhile. */
export async function changeWebhook(args: Arguments): Promise<Done> {
  const { api, params, values, t } = args
  const version = /^\d{1,9}$/.test(values.get("version") ?? "") ? Number(values.get("version")) : undefined
  await api.patch("/api/actors/{fid}/webhooks/{id}/", fieldsOf(args), whichOf(args), { ifMatch: version })
  return { notice: { message: t("webhooks.saved") }, to: paths.webhooksOfActor(params.fid) }
}

/** Switches a webhook on or off. */
export async function switchWebhook(args: Arguments): Promise<Done> {
  const is_active = args.values.get("on") === "yes"
  await args.api.patch("/api/actors/{fid}/webhooks/{id}/", { is_active }, whichOf(args))
  return { notice: { message: args.t(is_active ? "webhooks.switched_on" : "webhooks.switched_off") } }
}

/** Sends a test delivery. */
export async function testWebhook(args: Arguments): Promise<Done> {
  await args.api.post("/api/actors/{fid}/webhooks/{id}/test/", undefined, whichOf(args))
  return { notice: { message: args.t("webhooks.tested") }, to: atDeliveries(whichOf(args)) }
}

/** Renews the secret of a webhook, once confirmed; the new one is shown this once. */
export async function renewWebhookSecret(args: Arguments): Promise<Done> {
  demandConfirmation(args)
  const given = await args.api.post("/api/actors/{fid}/webhooks/{id}/secret/", undefined, whichOf(args))
  return { given, notice: { message: args.t("webhooks.renewed") } }
}

/** Removes a webhook, once confirmed. */
export async function removeWebhook(args: Arguments): Promise<Done> {
  demandConfirmation(args)
  await args.api.delete("/api/actors/{fid}/webhooks/{id}/", undefined, whichOf(args))
  return { notice: { message: args.t("webhooks.removed") }, to: paths.webhooksOfActor(args.params.fid) }
}
