import { data } from "react-router"
import { demandConfirmation } from "#web/editing/demand-confirmation.ts"
import type { Done, FormArguments } from "#web/editing/form.ts"
import { paths } from "#web/paths.ts"

type Arguments = FormArguments<{ fid: string }>

const written = (values: Arguments["values"], name: string) => (values.get(name) ?? "").trim()

/** Adds another account as an alias of the page, from which followers can be moved to it. */
export async function addAlias({ api, values, params: { fid }, t }: Arguments): Promise<Done> {
  const account = written(values, "account")
  if (account === "") return refuseFields({ account: [t("errors.required")] })
  const added = await api.post("/api/actors/{fid}/fediverse/aliases/", { account }, { fid })
  return { notice: { message: t("fediverse.come_added", { account: added.handle ?? added.uri }) } }
}

/** Removes an alias of the page. */
export async function removeAlias(args: Arguments): Promise<Done> {
  const { api, values, params, t } = args
  demandConfirmation(args)
  await api.delete("/api/actors/{fid}/fediverse/aliases/", { uri: written(values, "uri") }, { fid: params.fid })
  return { notice: { message: t("fediverse.come_removed", { account: written(values, "account") }) } }
}

/** Moves the page's followers on other servers to another account, once its identifier was typed as confirmation. */
export async function moveToAccount({ api, values, params: { fid }, t }: Arguments): Promise<Done> {
  const account = written(values, "account")
  const confirm = written(values, "confirm")
  // Both faults are reported together, before the other server is contacted.
  const wrong = {
    ...(account === "" && { account: [t("errors.required")] }),
    ...(confirm !== fid && { confirm: [t("errors.confirm_fid")] }),
  }
  if (Object.keys(wrong).length > 0) return refuseFields(wrong)
  await api.put("/api/actors/{fid}/fediverse/move/", { account, confirm }, { fid })
  return { notice: { message: t("fediverse.left") }, to: paths.manageActor(fid, { tab: "fediverse" }) }
}

/** Undoes the move of a page to another account. */
export async function undoMove({ api, params: { fid }, t }: Arguments): Promise<Done> {
  await api.delete("/api/actors/{fid}/fediverse/move/", undefined, { fid })
  return { notice: { message: t("fediverse.came_back") } }
}

/** Refuses a form before it is sent to the API. */
function refuseFields(fields: Record<string, string[]>): never {
  throw data({ detail: undefined, code: undefined, fields }, { status: 400 })
}
