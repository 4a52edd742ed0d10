// The parts of editors in their states, at /ui in development. The words are not translated, since only developers read them.
import { Button } from "../button.tsx"
import { Conflict } from "../editing/conflict.tsx"
import { DateField } from "../dates/date-field.tsx"
import { EditBar, type SavedState } from "../editing/edit-bar.tsx"
import { RichText } from "../rich-text/rich-text.tsx"
import { TextField } from "../fields/text-field.tsx"
import { TimeField } from "../dates/time-field.tsx"
import { Translated } from "../translated.tsx"
import { Spec } from "./showcase-spec.tsx"

const texts = [{ name: "show", label: "le titre" }]
const values = { "show.fr": "Radio Minuit", "show.nl": "Middernachtradio" }
const states: SavedState[] = ["untouched", "waiting", "kept", "failed"]

/** The fields that edit text, files and dates, in each of their states. */
export function ShowcaseEditors() {
  return (
    <div className="wrap">
      <div className="sheet">
        <Spec title="Texte riche : rempli, en erreur">
          <RichText
            name="rich"
            label="Présentation"
            defaultValue="<h2>Le lieu</h2><p>Une <strong>salle</strong>, un <em>quai</em>.</p><ul><li>à pied</li></ul>"
            language="fr"
          />
          <RichText name="rich_wrong" label="Présentation" error="Ce champ est obligatoire." />
        </Spec>
        <Spec title="Textes en trois langues : principale, manquante, traduite">
          <Translated label="Titres" main="fr" texts={texts} values={values}>
            {(language) => (
              <TextField
                name={`show.${language}`}
                label="Titre"
                lang={language}
                defaultValue={values[`show.${language}` as keyof typeof values]}
              />
            )}
          </Translated>
        </Spec>
        <Spec title="Dates et heures : vides, remplies, en erreur">
          <div className="form__grid">
            <DateField name="day" label="Date" span={2} />
            <DateField name="day_set" label="Date" defaultValue="2026-11-21" span={2} />
            <DateField name="day_wrong" label="Date" error="Cette date n’existe pas." span={2} />
            <TimeField name="time" label="Début" span={2} />
            <TimeField name="time_set" label="Début" defaultValue="20:30" span={2} />
            <TimeField name="time_wrong" label="Fin" defaultValue="19:15" error="La fin précède le début." span={2} />
          </div>
        </Spec>
        <Spec title="Conflit : les deux textes">
          <Conflict
            who="Odalys Brème"
            differences={[
              { key: "name", label: "Nom", mine: "Le Hangar", theirs: "Hangar", fields: {} },
              { key: "tags", label: "Mots-clés", mine: "", theirs: "jazz, danse", fields: {}, proposed: "theirs" },
            ]}
          />
        </Spec>
        <Spec title="Barre : rien, en attente, gardé, échec">
          {states.map((state) => (
            <div className="spec__bar" key={state}>
              <EditBar state={state} at="16:58">
                <Button>Aperçu</Button>
                <Button kind="main">Publier</Button>
              </EditBar>
            </div>
          ))}
        </Spec>
      </div>
    </div>
  )
}
