// Every component of the kit in every state, at /ui in development. The words are not translated, since only developers read
// them.
import { useState } from "react"
import { Badge } from "../badge.tsx"
import { Button, ButtonLink } from "../button.tsx"
import { ConfirmDialog } from "../overlays/confirm-dialog.tsx"
import { CopyHandle } from "../editing/copy-handle.tsx"
import { Dialog, preloadDialog } from "../overlays/dialog.tsx"
import { Empty } from "../empty.tsx"
import { CheckBold, EnvelopeSimple, Planet, Plus, ShareNetwork, StarFill, XBold } from "../icons.tsx"
import { inkNames } from "../poster/inks.ts"
import { LoadMore } from "../loading/load-more.tsx"
import { NewVersionNote } from "../editing/new-version-note.tsx"
import { Note } from "../note.tsx"
import { Toast } from "../overlays/toasts.tsx"
import { notify } from "../overlays/notifications.ts"
import { figureNames } from "../poster/poster-figures.ts"
import { Poster } from "../poster/poster-view.tsx"
import { RowsSkeleton, WallSkeleton } from "../loading/skeleton.tsx"
import { StarButton } from "../star-button.tsx"
import { Swatch } from "../poster/swatch.tsx"
import { Switch } from "../fields/switch.tsx"
import { Tabs } from "../tabs/tabs.tsx"
import { TextArea } from "../fields/text-area.tsx"
import { TextField } from "../fields/text-field.tsx"
import { Fields, Filters } from "./showcase-fields.tsx"
import { Spec } from "./showcase-spec.tsx"
import "./showcase.css"

const nothing = () => {}

/** Every component of the kit in each of its states. */
export function Showcase() {
  return (
    <div className="wrap">
      <header className="head">
        <h1 className="d1">Composants et états</h1>
      </header>
      <div className="sheet">
        <Buttons />
        <Filters />
        <Notices />
        <Fields />
        <Lists />
        <Overlays />
        <Posters />
      </div>
    </div>
  )
}

function Buttons() {
  const [isOn, setOn] = useState(true)
  return (
    <>
      <Spec title="Boutons : principal, ligne, nu, danger, icône, focus, désactivé, occupé">
        <div className="bar">
          <Button kind="main">Publier</Button>
          <Button icon={ShareNetwork}>Partager</Button>
          <Button kind="bare">Aperçu</Button>
          <Button kind="danger">Supprimer</Button>
          <Button icon={Plus} iconOnly>
            Plus
          </Button>
          <Button className="is-focus">Focus</Button>
          <Button kind="main" disabled>
            Impossible
          </Button>
          <Button kind="main" isBusy>
            Envoi…
          </Button>
          <ButtonLink to="/about" size="large">
            Un lien, grand
          </ButtonLink>
        </div>
      </Spec>
      <Spec title="Marques : étoile, interrupteur, badges, encres">
        <div className="bar">
          <StarButton title="Radio Minuit" to="/ui" isOn={isOn} onChange={setOn} />
          <StarButton title="Trio Ventôse" to="/ui" isOn={!isOn} onChange={(next) => setOn(!next)} />
          <span id="lamp">La lampe</span>
          <Switch labelledBy="lamp" isOn={isOn} onChange={setOn} />
          <CopyHandle handle="@hangar@foyer.example" />
        </div>
        <div className="bar">
          <Badge>Simple</Badge>
          <Badge tone="int" icon={StarFill}>
            Ça m’intéresse
          </Badge>
          <Badge tone="yes" icon={CheckBold}>
            J’y serai
          </Badge>
          <Badge tone="no" icon={XBold}>
            Je n’y serai pas
          </Badge>
          <Badge tone="err" icon={XBold}>
            Annulé
          </Badge>
          <Badge tone="warn">Reporté</Badge>
        </div>
        <div className="bar">
          {inkNames.map((ink) => (
            <span className="cat" key={ink}>
              <Swatch ink={ink} />
              {ink}
            </span>
          ))}
        </div>
      </Spec>
    </>
  )
}

function Notices() {
  return (
    <>
      <Spec title="Avis éphémères : succès 4 s, erreur 10 s, attention 5 s, information 4 s">
        <Toast notice={{ id: -1, type: "success", message: "Connexion réussie !", timeout: 0 }} />
        <Toast notice={{ id: -2, type: "error", message: "Impossible d’annuler votre présence.", timeout: 0 }} />
        <Toast
          notice={{ id: -3, type: "warning", message: "Aucune adresse e-mail n’est associée à ce profil.", timeout: 0 }}
        />
        <Toast notice={{ id: -4, type: "info", message: "Déconnecté", timeout: 0 }} />
        <div className="bar">
          <Button onClick={() => notify({ type: "success", message: "Présence mise à jour" })}>Succès</Button>
          <Button onClick={() => notify({ type: "error", message: "Impossible d’annuler votre présence." })}>
            Erreur
          </Button>
        </div>
      </Spec>
      <Spec title="Notes : information, succès, attention, erreur, nouvelle version">
        <Note action={<ButtonLink to="/login">Se connecter</ButtonLink>}>
          <p>Vous devez vous connecter pour indiquer votre présence.</p>
        </Note>
        <Note type="success">
          <p>Votre page est publiée.</p>
        </Note>
        <Note type="warning" action={<Button>Créer</Button>}>
          <p>Pour répondre, créez d’abord une identité publique dans votre profil.</p>
        </Note>
        <Note type="error">
          <p>L’image n’a pas pu être lue.</p>
        </Note>
        <NewVersionNote onReload={nothing} />
      </Spec>
    </>
  )
}

const tabs = [
  { id: "evenements", label: "Événements", count: 12, content: <p>Douze dates.</p> },
  { id: "ecouter", label: "Écouter", count: 4, content: <p>Quatre sons.</p> },
  { id: "contacts", label: "Contacts", content: <p>Une adresse.</p> },
]

function Lists() {
  return (
    <>
      <Spec title="Chargement : la ligne garde sa forme, la lampe respire">
        <RowsSkeleton rows={2} />
        <WallSkeleton cards={2} />
      </Spec>
      <Spec title="La suite : repos, en cours, échec, fin">
        <LoadMore state="rest" onMore={nothing} detail="9 dates affichées sur 41 à venir">
          10 de plus
        </LoadMore>
        <LoadMore state="loading" onMore={nothing}>
          10 de plus
        </LoadMore>
        <LoadMore state="error" onMore={nothing}>
          10 de plus
        </LoadMore>
        <LoadMore state="end" onMore={nothing}>
          10 de plus
        </LoadMore>
      </Spec>
      <Spec title="Vide">
        <Empty
          title="Relâche."
          action={
            <>
              <Button>Aller au mardi 25</Button>
              <Button kind="bare">Publier un événement</Button>
            </>
          }
        >
          Aucun événement le lundi 24 novembre. Le suivant est mardi, à 19:30.
        </Empty>
      </Spec>
      <Spec title="Onglets">
        <Tabs label="Sections" tabs={tabs} />
      </Spec>
    </>
  )
}

function Overlays() {
  const [open, setOpen] = useState<"contact" | "confirm" | null>(null)
  const close = () => setOpen(null)
  return (
    <Spec title="Dialogues : écrire, confirmer">
      <div className="bar">
        <Button icon={EnvelopeSimple} onPointerEnter={preloadDialog} onClick={() => setOpen("contact")}>
          Écrire
        </Button>
        <Button kind="danger" onClick={() => setOpen("confirm")}>
          Annuler l’événement
        </Button>
      </div>
      <Dialog title="Écrire au Hangar des Vents" isOpen={open === "contact"} onClose={close}>
        <div className="form__grid">
          <TextField name="contact-name" label="Nom" span={3} />
          <TextField name="contact-mail" label="E-mail" type="email" span={3} />
          <TextArea name="contact-text" label="Message" span={6} rows={3} />
        </div>
        <div className="bar bar--end">
          <Button kind="bare" onClick={close}>
            Annuler
          </Button>
          <Button kind="main" icon={Planet} onClick={close}>
            Envoyer
          </Button>
        </div>
      </Dialog>
      <ConfirmDialog
        isOpen={open === "confirm"}
        title="Annuler l’événement ?"
        confirm="Annuler l’événement"
        cancel="Garder"
        isDangerous
        onConfirm={close}
        onClose={close}
      >
        Les 29 personnes qui ont répondu seront prévenues. L’adresse restera lisible, avec la mention « annulé ».
      </ConfirmDialog>
    </Spec>
  )
}

const posterGrounds = ["ink", "paper", "night"] as const

function Posters() {
  return (
    <section className="spec spec--wide">
      <h2 className="lab t3">Plans de feu : dix figures, trois papiers</h2>
      <div className="spec__posters">
        {posterGrounds.flatMap((ground) =>
          figureNames.map((figure, index) => (
            <Poster
              key={figure + ground}
              id={figure}
              figure={figure}
              ground={ground}
              ink={inkNames[index] ?? "other"}
              title={index % 2 ? "L’été des géantes" : "Radio Minuit"}
              day="ven. 21 nov."
              time="20:30"
              place="La Manivelle"
              city="Namur"
            />
          )),
        )}
      </div>
    </section>
  )
}
