import { Form, useHref } from "react-router"
import type { ChosenPlace } from "#features/places/ui/place-combobox.tsx"
import { PlaceField } from "#features/places/ui/place-field.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Select } from "#ui/fields/select.tsx"
import { Note } from "#ui/note.tsx"
import { paths } from "#web/paths.ts"
import { type DirectoryQuery, radii, writeDirectory } from "../../listing/directory.ts"

type NearFormProps = {
  query: DirectoryQuery
  /** The id of the town field, for links to it. */
  id: string
  center: { name: string | undefined } | "unknown" | undefined
  /** Called when the reader closes the form or wants to choose another town. */
  onLeave?: () => void
  onPick: (place: ChosenPlace) => void
}

/** The form for a town and a distance. It works without script. */
export default function NearForm({ id, query, center, onLeave, onPick }: NearFormProps) {
  const t = useMessages()
  const action = useHref(paths.actors())
  const kept = writeDirectory({ rel: query.rel, q: query.q, types: query.types })
  const name = center === "unknown" ? query.place : center?.name
  return (
    <div className="near">
      {center === "unknown" && (
        <Note type="warning" role="status">
          <p>{t("directory.place_unknown", { place: query.place ?? "" })}</p>
        </Note>
      )}
      <Form className="near__form" action={action} preventScrollReset onSubmit={onLeave}>
        {Object.entries(kept).map(
          ([key, value]) => value && <input key={key} type="hidden" name={key} value={value} />,
        )}
        {query.near && !query.place && (
          <input type="hidden" name="near" value={`${query.near.lat},${query.near.lon}`} />
        )}
        {!query.near && (
          <PlaceField
            key={name}
            id={id}
            name="place"
            label={t("directory.place_field")}
            defaultValue={name}
            enter="sends"
            onPick={onPick}
          />
        )}
        <Select
          key={query.radius}
          label={t("directory.radius_field")}
          name="radius"
          defaultValue={query.radius}
          options={radii.map((one) => ({
            value: String(one),
            label: t("directory.kilometres", { distance: one }),
          }))}
        />
        <Button type="submit" kind="main">
          {t("directory.find_near")}
        </Button>
        <ButtonLink kind="bare" to={paths.actors(kept)} onClick={onLeave}>
          {t("directory.clear_near")}
        </ButtonLink>
      </Form>
    </div>
  )
}
