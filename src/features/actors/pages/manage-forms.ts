import { data } from "react-router"
import { problemOf } from "#web/api/problems.ts"
import type { Done, FormArguments } from "#web/editing/form.ts"
import { paths } from "#web/paths.ts"
import { pickedIn, resolvePicked } from "../picked.ts"
import { demandConfirmation } from "#web/editing/demand-confirmation.ts"

type Arguments = FormArguments<{ fid: string }>
type Role = "owner" | "member" | "assistant"

/** Refuses a form before it is sent to the API. */
function refuseField(fields: Record<string, string[]>): never {
  throw data({ detail: undefined, code: undefined, fields }, { status: 400 })
}

/** Reads which relation a form is about. The relation may be stored with the other page: this page's address leads to it too. */
function whichOf({ values, params }: Pick<Arguments, "values" | "params">) {
  return { fid: params.fid, id: values.get("id") ?? "" }
}

/** Invites the person or page in the form: a page that was picked, a name or @identifier, or an e-mail address. */
export async function addRelation({ api, values, params, t }: Arguments): Promise<Done> {
  const relation = (values.get("relation") ?? "") as Role | "partner" | "group"
  const fields = Object.fromEntries(values.entries())
  const who = pickedIn(fields, "who")
  if (!who) return refuseField({ who: [t("errors.required")] })
  const { fid } = params
  try {
    if (!who.fid && /^[^@\s]+@[^@\s]+$/.test(who.name)) {
      await api.post("/api/actors/{fid}/relations/", { email: who.name, relation }, { fid })
    } else {
      const found = await resolvePicked(api, who)
      if (found === "several" || found === "none") return refuseField({ who: [t(`relations.${found}`)] })
      await api.post("/api/actors/{fid}/relations/", { fid: found.fid, relation }, { fid })
    }
  } catch (error) {
    // What the API reports for the fid or the address is shown at the form's single field.
    const wrong = problemOf(error, t)?.fields
    const said = wrong?.fid ?? wrong?.email
    throw said ? data({ detail: undefined, code: undefined, fields: { who: said } }, { status: 400 }) : error
  }
  return { notice: { message: t("relations.added") }, session: "changed" }
}

/** Accepts or declines an invitation. */
export async function answerRelation({ api, values, params, t }: Arguments): Promise<Done> {
  const status = values.get("status") === "accepted" ? "accepted" : "refused"
  const page = values.get("name") ?? ""
  // In the list of all invitations, each names the page it belongs to.
  const fid = values.get("of") ?? params.fid
  await api.patch("/api/actors/{fid}/relations/{id}/", { status }, { fid, id: values.get("id") ?? "" })
  const message = t(status === "accepted" ? "relations.accepted" : "relations.declined", { page })
  return { notice: { message }, session: "changed" }
}

/** Changes the role of a person. */
export async function changeRole(args: Arguments): Promise<Done> {
  const relation = args.values.get("relation") as Role
  await args.api.patch("/api/actors/{fid}/relations/{id}/", { relation }, whichOf(args))
  return { notice: { message: args.t("relations.role_saved") }, session: "changed" }
}

/** Shows a relation on the page, or hides it. */
export async function showRelation(args: Arguments): Promise<Done> {
  const { api, values, t } = args
  const is_visible = values.get("is_visible") === "true"
  await api.patch("/api/actors/{fid}/relations/{id}/", { is_visible }, whichOf(args))
  const name = values.get("name") ?? ""
  return { notice: { message: t(is_visible ? "relations.now_shown" : "relations.now_hidden", { name }) } }
}

/** Removes a relation: removes a person or page, withdraws an invitation, or leaves. */
export async function removeRelation(args: Arguments): Promise<Done> {
  const { api, values, t } = args
  const name = values.get("name") ?? ""
  const how = values.get("how")
  if (how !== "withdraw") demandConfirmation(args)
  await api.delete("/api/actors/{fid}/relations/{id}/", undefined, whichOf(args))
  if (how === "leave")
    return { notice: { message: t("relations.left", { page: name }) }, session: "changed", to: paths.managedPages() }
  const message = how === "withdraw" ? t("relations.withdrawn") : t("relations.removed", { name })
  return { notice: { message }, session: "changed" }
}

/** Mails an invitation again. */
export async function remindInvited(args: Arguments): Promise<Done> {
  await args.api.post("/api/actors/{fid}/relations/{id}/invitation/", undefined, whichOf(args))
  return { notice: { message: args.t("relations.resent") } }
}

/** Makes a person who works on the page its owner. */
export async function transferPage({ api, values, params, t }: Arguments): Promise<Done> {
  const stay = (values.get("stay") ?? "member") as "member" | "assistant" | "leave"
  const body = { relation: Number(values.get("relation")), stay, confirm: (values.get("confirm") ?? "").trim() }
  await api.post("/api/actors/{fid}/transfer/", body, { fid: params.fid })
  const to = stay === "leave" ? paths.managedPages() : paths.manageActor(params.fid)
  return { notice: { message: t("relations.transferred") }, session: "changed", to }
}

/** Saves the page's Fediverse settings, unless somebody else changed them meanwhile. */
export async function changeFediverse({ api, values, params: { fid }, t }: Arguments): Promise<Done> {
  type Audience = "everyone" | "followers" | "nobody"
  const wanted = {
    audience: (values.get("audience") ?? "") as Audience,
    joining: (values.get("joining") ?? "") as Audience,
    has_comments: values.has("has_comments"),
    shows_counts: values.has("shows_counts"),
  }
  const version = /^\d{1,9}$/.test(values.get("version") ?? "") ? Number(values.get("version")) : undefined
  await api.patch("/api/actors/{fid}/fediverse/", wanted, { fid }, { ifMatch: version })
  return {
    notice: { message: t("fediverse.settings_saved") },
    to: paths.manageActor(fid, { tab: "fediverse" }),
  }
}

/** Archives a page: it is hidden and nothing is deleted. */
export async function archivePage(args: Arguments): Promise<Done> {
  const { api, params, t } = args
  demandConfirmation(args)
  await api.patch("/api/actors/{fid}/", { status: "archived" }, { fid: params.fid })
  return { notice: { message: t("relations.archived") }, session: "changed" }
}

/** Deletes a page, once its identifier was typed as confirmation. */
export async function deletePage({ api, values, params, t }: Arguments): Promise<Done> {
  if ((values.get("confirm") ?? "").trim() !== params.fid) return refuseField({ confirm: [t("errors.confirm_fid")] })
  await api.delete("/api/actors/{fid}/", undefined, { fid: params.fid })
  return { notice: { message: t("relations.deleted") }, session: "changed", to: paths.managedPages() }
}
