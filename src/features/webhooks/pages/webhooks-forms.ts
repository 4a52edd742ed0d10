import { demandConfirmation } from "#web/editing/demand-confirmation.ts"
import type { Done, FormArguments } from "#web/editing/form.ts"
import { paths } from "#web/paths.ts"
import { webhookEvents } from "../webhook.ts"

type Arguments = FormArguments<{ fid: string }>

const whichOf = ({ params, values }: Pick<Arguments, "params" | "values">) => ({
  fid: params.fid,
  id: values.get("id") ?? "",
})

/** Where what came of a test is to be seen. */
const atDeliveries = ({ fid, id }: { fid: string; id: string }) =>
  `${paths.webhooksOfActor(fid, { webhook: id })}#deliveries`

function fieldsOf({ values }: Pick<Arguments, "values">) {
  return {
    url: (values.get("url") ?? "").trim(),
    events: webhookEvents.filter((one) => values.has(`event.${one}`)),
    description: values.get("description") ?? "",
  }
}

/** Has another program told from now on; its secret is given this once. */
export async function addProgram(args: Arguments): Promise<Done> {
  const { api, params, t } = args
  const given = await api.post("/api/actors/{fid}/webhooks/", fieldsOf(args), { fid: params.fid })
  return { given, notice: { message: t("webhooks.added") } }
}

/** Saves what was changed, unless somebody else did meanwhile. */
export async function changeProgram(args: Arguments): Promise<Done> {
  const { api, params, values, t } = args
  const version = /^\d{1,9}$/.test(values.get("version") ?? "") ? Number(values.get("version")) : undefined
  await api.patch("/api/actors/{fid}/webhooks/{id}/", fieldsOf(args), whichOf(args), { ifMatch: version })
  return { notice: { message: t("webhooks.saved") }, to: paths.webhooksOfActor(params.fid) }
}

/** Switches one on or off. */
export async function switchProgram(args: Arguments): Promise<Done> {
  const is_active = args.values.get("on") === "yes"
  await args.api.patch("/api/actors/{fid}/webhooks/{id}/", { is_active }, whichOf(args))
  return { notice: { message: args.t(is_active ? "webhooks.switched_on" : "webhooks.switched_off") } }
}

/** Sends something to try whether it arrives. */
export async function testProgram(args: Arguments): Promise<Done> {
  await args.api.post("/api/actors/{fid}/webhooks/{id}/test/", undefined, whichOf(args))
  return { notice: { message: args.t("webhooks.tested") }, to: atDeliveries(whichOf(args)) }
}

/** Gives one a new secret, which is given this once. */
export async function renewProgram(args: Arguments): Promise<Done> {
  demandConfirmation(args)
  const given = await args.api.post("/api/actors/{fid}/webhooks/{id}/secret/", undefined, whichOf(args))
  return { given, notice: { message: args.t("webhooks.renewed") } }
}

/** Tells one nothing any more, once that was confirmed. */
export async function removeProgram(args: Arguments): Promise<Done> {
  demandConfirmation(args)
  await args.api.delete("/api/actors/{fid}/webhooks/{id}/", undefined, whichOf(args))
  return { notice: { message: args.t("webhooks.removed") }, to: paths.webhooksOfActor(args.params.fid) }
}
