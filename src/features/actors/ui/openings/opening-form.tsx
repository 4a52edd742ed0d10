import { categories } from "#features/events/categories.ts"
import { PlaceField } from "#features/places/ui/place-field.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { DateField } from "#ui/dates/date-field.tsx"
import { FoldedPart, FoldedParts } from "#ui/editing/folded-part.tsx"
import { Checkbox, Choices } from "#ui/fields/choice.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { Form, Submit, useField, useFormState } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import type { Actor } from "../../actor.ts"
import {
  longestNote,
  type Opening,
  openingKinds,
  radii,
  type Side,
  spaces,
  usualRadius,
} from "../../openings/opening.ts"
import { aboutIn } from "../../openings/opening-words.ts"
import "./openings.css"

type OpeningFormProps = {
  actor: Pick<Actor, "fid" | "location">
  side: Side
  /** The opening to change; undefined when one is added. */
  held: Opening | undefined
  today: string
}

/** The form of an opening: its kind and days first, the optional fields folded. */
export function OpeningForm(props: OpeningFormProps) {
  return (
    <Form name={props.held ? "change" : "add"} className="form narrow" isEmptiedWhenDone>
      <Fields {...props} />
    </Form>
  )
}

function Fields({ actor, side, held, today }: OpeningFormProps) {
  const t = useMessages()
  const kind = useField("kind", held?.kind ?? (side === "artist" ? "offer" : "demand"))
  const isTicked = useTicked()
  const place = useField("place", held?.town ?? "")
  const at = useField("place.at", held ? `${held.lat},${held.lon}` : "")
  const radius = useField("radius", String(held?.radius ?? usualRadius))
  const note = useField("note", held?.note ?? "")
  const isPlaced = actor.location?.lat != null
  const where = (
    <>
      <PlaceField
        {...place}
        hasPoint
        defaultAt={at.defaultValue}
        label={t("openings.place")}
        hint={isPlaced ? t("openings.place_hint") : undefined}
        isOptional={isPlaced}
      />
      <Select
        {...radius}
        label={t("openings.reach")}
        hint={t("openings.reach_hint")}
        options={withHeld(Number(radius.defaultValue)).map((one) => ({
          value: String(one),
          label: t("openings.kilometres", { distance: one }),
        }))}
      />
    </>
  )
  const holds = held && aboutIn(t, { ...held, town: null })
  return (
    <>
      {held && (
        <>
          <input type="hidden" name="id" value={held.id} />
          <input type="hidden" name="version" value={held.version} />
        </>
      )}
      <Choices
        legend={t("openings.say")}
        name="kind"
        defaultValue={kind.defaultValue ?? "offer"}
        options={(side === "artist" ? openingKinds : openingKinds.toReversed()).map((value) => ({
          value,
          title: t(`openings.say_${value}_${side}`),
          description: t(`openings.say_${value}_${side}_hint`),
        }))}
      />
      <div className="form__grid">
        <DateField {...useField("starts_on", held?.starts_on)} label={t("openings.first_day")} span={3} />
        <DateField
          {...useField("ends_on", held?.ends_on)}
          min={today}
          label={t("openings.last_day")}
          hint={t("openings.last_day_hint")}
          span={3}
        />
      </div>
      {!isPlaced && where}
      <Checkbox
        name="is_public"
        value="yes"
        defaultChecked={isTicked("is_public", held?.is_public ?? false)}
        hint={t("openings.show_hint")}
      >
        {t("openings.show")}
      </Checkbox>
      <FoldedParts label={t("openings.more")}>
        <FoldedPart id="what" title={t("openings.what")} holds={holds || t("openings.what_any")}>
          <fieldset className="field">
            <legend className="lbl">{t("openings.categories")}</legend>
            <p className="hint">{t("openings.none_is_any")}</p>
            <div className="openings__checks">
              {categories.map((one) => (
                <Checkbox
                  key={one}
                  name={`category.${one}`}
                  value="yes"
                  defaultChecked={isTicked(`category.${one}`, held?.categories.includes(one) ?? false)}
                >
                  {t(`ui.category_${one}`)}
                </Checkbox>
              ))}
            </div>
          </fieldset>
          <fieldset className="field">
            <legend className="lbl">{t(`openings.spaces_${side}`)}</legend>
            <p className="hint">{t("openings.none_is_any")}</p>
            <div className="openings__checks">
              {spaces.map((one) => (
                <Checkbox
                  key={one}
                  name={`space.${one}`}
                  value="yes"
                  defaultChecked={isTicked(`space.${one}`, held?.spaces.includes(one) ?? false)}
                >
                  {t(`openings.space_${one}`)}
                </Checkbox>
              ))}
            </div>
          </fieldset>
        </FoldedPart>
        {isPlaced && (
          <FoldedPart
            id="where"
            title={t("openings.where")}
            holds={t("openings.where_holds", {
              town: held?.town ?? actor.location?.locality ?? t("openings.here"),
              distance: radius.defaultValue ?? "",
            })}
            isOpen={Boolean(place.error ?? radius.error)}
          >
            {where}
          </FoldedPart>
        )}
        <FoldedPart
          id="note"
          title={t("openings.note")}
          holds={held?.note ?? t("openings.note_holds")}
          isOpen={Boolean(note.error)}
        >
          <TextArea
            {...note}
            rows={3}
            maxLength={longestNote}
            label={t("openings.note")}
            hint={t("openings.note_hint", { count: t.number(longestNote) })}
            isOptional
          />
        </FoldedPart>
      </FoldedParts>
      <div className="bar">
        <Submit kind="main" size="large">
          {t(held ? "openings.save" : "openings.add")}
        </Submit>
        {held && (
          <ButtonLink kind="bare" to={paths.openingsOfActor(actor.fid)}>
            {t("openings.leave")}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

/** Returns a function that tells whether a box is ticked: as sent when the form came back with errors, else its initial state. */
function useTicked() {
  const { outcome } = useFormState()
  return (name: string, otherwise: boolean) => (outcome?.isDone === false ? name in outcome.values : otherwise)
}

function withHeld(radius: number): number[] {
  const known: number[] = [...radii]
  return known.includes(radius) || !(radius > 0) ? known : [...known, radius].sort((a, b) => a - b)
}
