import { countryName } from "#i18n/country-name.ts"
import { useState } from "react"
import { Chip, ToggleChip } from "../chip.tsx"
import { Checkbox, Choices, Radio } from "../fields/choice.tsx"
import { DatePicker } from "../dates/date-picker.tsx"
import { DateRangePicker } from "../dates/date-range-picker.tsx"
import type { DateSpan } from "../dates/date-span.ts"
import { ErrorSummary } from "../fields/error-summary.tsx"
import { EnvelopeSimple, MapPin, Rows, SquaresFour } from "../icons.tsx"
import { inkNames } from "../poster/inks.ts"
import { MultiPick } from "../fields/multi-pick.tsx"
import { SearchField } from "../fields/search-field.tsx"
import { SegmentedLinks, SegmentedRadios } from "../fields/segmented.tsx"
import { Select } from "../fields/select.tsx"
import { TextArea } from "../fields/text-area.tsx"
import { TextField } from "../fields/text-field.tsx"
import { Spec } from "./showcase-spec.tsx"

const today = "2026-11-21"
const nothing = () => {}

const relations = [
  { value: "all", label: "Tout", to: "/ui?rel=all" },
  { value: "followed", label: "Suivis", to: "/ui?rel=followed" },
  { value: "managed", label: "Gérés", to: "/ui?rel=managed" },
]
const views = [
  { value: "list", label: "Liste", icon: Rows, to: "/ui?view=list" },
  { value: "wall", label: "Affiches", icon: SquaresFour, to: "/ui?view=wall" },
]
const channels = [
  { value: "mail", label: "E-mail" },
  { value: "fediverse", label: "Fediverse" },
]
const categories = inkNames.map((ink) => ({ value: ink, label: ink, ink }))

/** The filters of lists, in every state. */
export function Filters() {
  const [isOn, setOn] = useState(true)
  const [chosen, choose] = useState(["dance"])
  const [span, setSpan] = useState<DateSpan | null>(null)
  const [date, setDate] = useState<string | null>(null)
  return (
    <>
      <Spec title="Segments : liens, icônes, choix d’un formulaire">
        <div className="bar">
          <SegmentedLinks label="Relation" segments={relations} current="all" />
          <SegmentedLinks label="Affichage" segments={views} current="list" />
          <SegmentedRadios label="Canal" name="channel" segments={channels} defaultValue="mail" />
        </div>
        <div className="chips">
          <ToggleChip isOn={isOn} onChange={setOn}>
            <MapPin />
            Près de moi
          </ToggleChip>
          <ToggleChip isOn={!isOn} onChange={(next) => setOn(!next)}>
            Lieux
          </ToggleChip>
          <Chip to="/ui?type=group">Groupes</Chip>
          <Chip to="/ui?type=person" isOn>
            Personnes
          </Chip>
        </div>
      </Spec>
      <Spec title="Recherche, dates, catégories">
        <div className="bar">
          <SearchField label="Rechercher un événement" placeholder="Titre, artiste, lieu…" onSearch={nothing} />
          <SearchField label="Rechercher une page" value="harmonica" onSearch={nothing} />
        </div>
        <div className="bar">
          <DateRangePicker value={span} today={today} onChange={setSpan} />
          <DatePicker label="Une date" value={date} onChange={setDate} min={today} />
          <MultiPick
            label="Catégories"
            all="Toutes les catégories"
            options={categories}
            selected={chosen}
            onChange={choose}
          />
        </div>
      </Spec>
    </>
  )
}

const countries = [
  { value: "BE", label: countryName("fr", "BE") ?? "" },
  { value: "NL", label: countryName("nl", "NL") ?? "", lang: "nl" },
]
const letters = [
  { value: "day", title: "Chaque jour", description: "À 7 h, ce qui commence aujourd’hui." },
  { value: "week", title: "Chaque semaine", description: "Le jeudi, les sept jours qui viennent." },
  { value: "none", title: "Aucune lettre", description: "Vous viendrez voir." },
]
const summary = [{ id: "old", message: "Ancien mot de passe : il ne correspond pas." }]

/** The fields of forms, in every state. */
export function Fields() {
  return (
    <>
      <Spec title="Champs : aide, facultatif, erreur, mot de passe, titre">
        <TextField
          name="name"
          label="Nom de la page"
          hint="Visible par tous."
          placeholder="Compagnie, salle, prénom…"
        />
        <TextField name="mail" type="email" label="E-mail" isOptional icon={EnvelopeSimple} />
        <TextField
          id="old"
          name="old_password"
          type="password"
          label="Ancien mot de passe"
          defaultValue="azerty"
          error={["Ce mot de passe ne correspond pas."]}
        />
        <TextField name="title" label="Titre" isTitle defaultValue="Radio Minuit" />
      </Spec>
      <Spec title="Texte, liste, cases, cartes, résumé des erreurs">
        <ErrorSummary errors={summary} />
        <TextArea name="text" label="Message" isOptional defaultValue="Bonsoir, le studio est-il libre ?" rows={3} />
        <Select name="country" label="Pays" options={countries} />
        <Checkbox name="terms" hint="Elles tiennent sur une page.">
          J’accepte les conditions
        </Checkbox>
        <Checkbox name="robot" defaultChecked error="Cochez cette case.">
          Je suis là
        </Checkbox>
        <div className="bar" role="radiogroup" aria-label="Rôle">
          <Radio name="role" value="member" defaultChecked>
            Membre
          </Radio>
          <Radio name="role" value="partner">
            Partenaire
          </Radio>
        </div>
        <Choices legend="La lettre" name="letter" options={letters} defaultValue="week" />
      </Spec>
    </>
  )
}
