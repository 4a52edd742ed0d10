import { data } from "react-router"
import { PlaceField } from "#features/places/ui/place-field.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Empty } from "#ui/empty.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { townOf } from "#web/editing/chosen-town.ts"
import { Form, FormNotices, Submit, useField } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { page } from "#web/page/page.ts"
import { forUser } from "#web/session/session.ts"
import { Part, PersonalTitle, ButtonForm } from "../ui/parts.tsx"
import { Personal } from "../ui/personal.tsx"
import type { Route } from "./+types/places"
import "../ui/places.css"

const load = page(({ api }) => forUser(() => api.get("/api/me/places/")))
export const loader = load.server
export const clientLoader = load.client

const save = forms({
  add: async ({ api, values, t }) => {
    const written = (values.get("town") ?? "").trim()
    const town = await townOf(api, written, values.get("town.at") ?? "", t.language)
    if (!town) {
      const fields = { town: [written ? t("account.town_unknown", { town: written }) : t("errors.required")] }
      throw data({ detail: undefined, code: undefined, fields }, { status: 400 })
    }
    await api.post("/api/me/places/", {
      name: values.get("name")?.trim() || town.name,
      lat: town.lat,
      lon: town.lon,
      radius: Number(values.get("radius")),
    })
    return { notice: { message: t("account.place_saved") }, session: "changed" }
  },
  change: async ({ api, values, t }) => {
    await api.patch("/api/me/places/{id}/", { radius: Number(values.get("radius")) }, { id: Number(values.get("id")) })
    return { notice: { message: t("account.place_saved") }, session: "changed" }
  },
  remove: async ({ api, values, t }) => {
    await api.delete("/api/me/places/{id}/", undefined, { id: Number(values.get("id")) })
    return { notice: { message: t("account.place_removed") }, session: "changed" }
  },
})
export const action = save.server
export const clientAction = save.client

const radii = [5, 10, 25, 50, 100]

export default function PlacesPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const outcome = actionData as Outcome | undefined
  return (
    <Personal data={loaderData} title={t("personal.places")}>
      {(places) => (
        <>
          <PersonalTitle text={t("account.places_about")}>{t("personal.places")}</PersonalTitle>
          <FormNotices of={outcome?.form === "add" ? undefined : outcome} />
          {places.length === 0 && <Empty title={t("account.no_place")}>{t("account.no_place_hint")}</Empty>}
          {places.length > 0 && (
            <ul className="own">
              {places.map((place) => (
                <li key={place.id}>
                  <div className="own__txt">
                    <b>{place.name}</b>
                  </div>
                  <div className="own__do">
                    <Form name="change" className="own__do" isBare>
                      <input type="hidden" name="id" value={place.id} />
                      <RadiusOf place={place} />
                      <Submit aria-label={t("account.save_what", { what: place.name })}>{t("account.save")}</Submit>
                    </Form>
                    <ButtonForm form="remove" id={place.id} label={t("account.remove_what", { what: place.name })}>
                      {t("account.remove")}
                    </ButtonForm>
                  </div>
                </li>
              ))}
            </ul>
          )}
          <Part title={t("account.add_place")}>
            <Form name="add" isEmptiedWhenDone>
              <TownField />
              <PlaceFields />
              <div className="bar">
                <Submit kind="main" size="large">
                  {t("account.add_place_do")}
                </Submit>
              </div>
            </Form>
          </Part>
        </>
      )}
    </Personal>
  )
}

function RadiusOf({ place }: { place: { name: string; radius: number } }) {
  const t = useMessages()
  const known = radii.includes(place.radius) ? radii : [...radii, place.radius].sort((a, b) => a - b)
  return (
    <Select
      name="radius"
      defaultValue={String(place.radius)}
      label={<span className="vh">{t("account.radius_of", { what: place.name })}</span>}
      options={known.map((value) => ({ value: String(value), label: t("account.kilometres", { value }) }))}
    />
  )
}

function PlaceFields() {
  const t = useMessages()
  return (
    <>
      <TextField
        {...useField("name")}
        label={t("account.place_name")}
        hint={t("account.place_name_hint")}
        maxLength={100}
        isOptional
      />
      <Select
        {...useField("radius", "25")}
        label={t("account.radius")}
        options={radii.map((value) => ({ value: String(value), label: t("account.kilometres", { value }) }))}
      />
    </>
  )
}

function TownField() {
  const t = useMessages()
  return <PlaceField {...useField("town")} hasPoint label={t("account.town")} hint={t("account.town_hint")} />
}
