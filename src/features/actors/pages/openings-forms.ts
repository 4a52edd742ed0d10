import { data } from "react-router"
import { categories } from "#features/events/categories.ts"
import { townOf } from "#web/editing/chosen-town.ts"
import { demandConfirmation } from "#web/editing/demand-confirmation.ts"
import type { Done, FormArguments } from "#web/editing/form.ts"
import { paths } from "#web/paths.ts"
import { type OpeningKind, spaces } from "../openings/opening.ts"

type Arguments = FormArguments<{ fid: string }>

/** Reads an opening from the form; missing days and an unknown town are refused at their fields. */
async function openingIn({ api, values, t }: Arguments) {
  const written = (values.get("place") ?? "").trim()
  const town = await townOf(api, written, values.get("place.at") ?? "", t.language)
  const missing = values.get("starts_on") ? [] : ["starts_on", "ends_on"].filter((day) => !values.get(day))
  const fields = {
    ...Object.fromEntries(missing.map((day) => [day, [t("errors.required")]])),
    ...(written && !town ? { place: [t("openings.town_unknown", { town: written })] } : {}),
  }
  if (Object.keys(fields).length > 0) throw data({ detail: undefined, code: undefined, fields }, { status: 400 })
  return {
    kind: values.get("kind") as OpeningKind,
    starts_on: values.get("starts_on") ?? "",
    ends_on: values.get("ends_on") || (values.get("starts_on") ?? ""),
    categories: categories.filter((one) => values.has(`category.${one}`)),
    spaces: spaces.filter((one) => values.has(`space.${one}`)),
    place: town ? { name: town.name, lat: town.lat, lon: town.lon } : null,
    radius: Number(values.get("radius")),
    note: values.get("note")?.trim() || null,
    is_public: values.has("is_public"),
  }
}

/** Adds an opening. */
export async function addDates(args: Arguments): Promise<Done> {
  const { api, params, t } = args
  await api.post("/api/actors/{fid}/openings/", await openingIn(args), { fid: params.fid })
  return { notice: { message: t("openings.added") }, to: paths.openingsOfActor(params.fid) }
}

/** Saves changes of an opening, unless somebody else changed it meanwhile. */
export async function changeDates(args: Arguments): Promise<Done> {
  const { api, params, values, t } = args
  await api.patch(
    "/api/actors/{fid}/openings/{id}/",
    await openingIn(args),
    { fid: params.fid, id: values.get("id") ?? "" },
    { ifMatch: Number(values.get("version")) || undefined },
  )
  return { notice: { message: t("openings.saved") }, to: paths.openingsOfActor(params.fid) }
}

/** Removes an opening, once that was confirmed. */
export async function endDates(args: Arguments): Promise<Done> {
  const { api, params, values, t } = args
  demandConfirmation(args)
  await api.delete("/api/actors/{fid}/openings/{id}/", undefined, { fid: params.fid, id: values.get("id") ?? "" })
  return { notice: { message: t("openings.ended") }, to: paths.openingsOfActor(params.fid) }
}
