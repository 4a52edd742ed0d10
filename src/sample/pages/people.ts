import { type Page, words } from "./pages.ts"
import { inTown } from "./towns.ts"

/** Writers, makers and performers who do not exist. */
export const people: Page[] = [
  {
    fid: "odalys",
    name: "Odalys Brème",
    category: "theatre",
    tags: ["écriture", "mise en scène"],
    location: inTown("liege"),
    plays_in: ["seuils"],
    works_at: ["quairouge"],
    links: [{ url: "https://odalysbreme.example" }],
    texts: {
      fr: words(
        "Autrice et metteuse en scène, écrit pour celles et ceux qui arrivent avant le public.",
        "Odalys Brème a été machiniste pendant dix ans. Elle en garde le goût des échelles et des phrases courtes.",
        "Associée au Théâtre du Quai Rouge, elle y mène aussi un atelier d’écriture pour technicien·nes.",
      ),
      nl: words(
        "Schrijfster en regisseur, schrijft voor wie er is voor het publiek komt.",
        "Odalys Brème was tien jaar lang machiniste. Ze hield er een voorliefde aan over voor ladders en korte zinnen.",
      ),
    },
  },
  {
    fid: "ilse",
    name: "Ilse Vandoorn",
    category: "theatre",
    tags: ["licht"],
    location: inTown("gent"),
    works_at: ["lichthuis"],
    links: [{ url: "https://ilsevandoorn.example" }],
    texts: {
      nl: words(
        "Lichtontwerper; begint elk stuk in het donker en geeft niet meer dan nodig.",
        "Ilse Vandoorn belicht theater, dans en soms een brug. Ze geeft les in Het Lichthuis en verzamelt schakelaars.",
      ),
      fr: words(
        "Conceptrice lumière ; commence chaque pièce dans le noir et n’en donne jamais trop.",
        "Ilse Vandoorn éclaire du théâtre, de la danse et parfois un pont. Elle enseigne au Lichthuis et collectionne les interrupteurs.",
      ),
    },
  },
  {
    fid: "tarek",
    name: "Tarek Mounir-Lys",
    category: "talk",
    tags: ["littérature", "marche"],
    location: inTown("bruxelles"),
    links: [{ url: "https://mounirlys.example" }],
    texts: {
      fr: words(
        "Écrivain de la marche nocturne, cartographe de ce qui reste allumé.",
        "Tarek Mounir-Lys traverse les villes à pied entre minuit et six heures et en tire des livres courts. Il lit debout, sans micro.",
      ),
      en: words(
        "A writer of night walks, mapping whatever is still lit.",
        "Tarek Mounir-Lys crosses cities on foot between midnight and six and makes short books of it. He reads standing up, without a microphone.",
      ),
    },
  },
  {
    fid: "lotte",
    name: "Lotte Zilverloon",
    category: "talk",
    tags: ["poëzie"],
    location: inTown("antwerpen"),
    links: [{ url: "https://lottezilverloon.example" }],
    texts: {
      nl: words(
        "Dichter van trappen, kassabonnen en andere korte vormen.",
        "Lotte Zilverloon schrijft gedichten die op een trap te lezen zijn: één trede, één vers. Ze draagt voor in het Nederlands en laat zich graag vertalen.",
      ),
      fr: words(
        "Poète des escaliers, des tickets de caisse et d’autres formes brèves.",
        "Lotte Zilverloon écrit des poèmes à lire en montant : une marche, un vers. Elle dit en néerlandais et se laisse volontiers traduire.",
      ),
      en: words(
        "A poet of staircases, till receipts and other short forms.",
        "Lotte Zilverloon writes poems to be read while climbing: one step, one line. She performs in Dutch and likes to be translated.",
      ),
    },
  },
  {
    fid: "casimir",
    name: "Casimir Vauterre",
    category: "exhibition",
    tags: ["photographie"],
    location: inTown("bruxelles"),
    links: [{ url: "https://vauterre.example" }],
    texts: {
      fr: words(
        "Photographe de lieux où l’on vient de cesser de parler.",
        "Casimir Vauterre travaille à la chambre, à l’aube, avec des temps de pose de plusieurs minutes. Les gens sont partis ; quelque chose d’eux est resté.",
      ),
      en: words(
        "A photographer of rooms where people have just stopped talking.",
        "Casimir Vauterre works with a large-format camera at dawn, on exposures of several minutes. The people have gone; something of them has not.",
      ),
    },
  },
  {
    fid: "agathe",
    name: "Agathe Solmire",
    category: "workshop",
    tags: ["gravure", "illustration"],
    location: inTown("bruxelles"),
    plays_in: ["basalte"],
    texts: {
      fr: words(
        "Graveuse et illustratrice, imprime à la cuillère quand la presse est prise.",
        "Agathe Solmire grave des jardins qu’elle n’a pas. Elle mène les ateliers de linogravure de Basalte depuis le premier jour.",
      ),
    },
  },
  {
    fid: "benoite",
    name: "Benoîte Larquin",
    category: "talk",
    tags: ["conte"],
    location: inTown("namur"),
    texts: {
      fr: words(
        "Conteuse ; tient ses histoires d’une grand-mère, d’un batelier et d’un annuaire.",
        "Benoîte Larquin raconte pour les adultes qui prétendent accompagner des enfants. Elle n’a jamais raconté deux fois la même fin.",
      ),
    },
  },
  {
    fid: "joris",
    name: "Joris Halfmaan",
    category: "theatre",
    tags: ["monoloog", "theater"],
    location: inTown("antwerpen"),
    plays_in: ["losseplanken"],
    works_at: ["droogzolder"],
    texts: {
      nl: words(
        "Theatermaker, timmerman, zoon van een liftenier.",
        "Joris Halfmaan maakt solo’s over beroepen die verdwijnen. Bij Losse Planken speelt hij en houdt hij de zaag scherp.",
      ),
      fr: words(
        "Homme de théâtre, charpentier, fils de liftier.",
        "Joris Halfmaan crée des solos sur les métiers qui disparaissent. Avec Losse Planken, il joue et affûte la scie.",
      ),
    },
  },
  {
    fid: "duinveld",
    name: "Priya Duinveld",
    category: "film",
    tags: ["film", "documentaire"],
    location: inTown("gent"),
    links: [{ url: "https://duinveld.example" }],
    texts: {
      nl: words(
        "Filmmaakster van traag verkeer en korte gesprekken.",
        "Priya Duinveld filmt nachtbussen, wachtzalen en de mensen die er werken. Ze monteert alleen bij regen.",
      ),
      en: words(
        "A maker of films about slow traffic and short conversations.",
        "Priya Duinveld films night buses, waiting rooms and the people who work in them. She only edits when it rains.",
      ),
    },
  },
  {
    fid: "quirke",
    name: "Anselm Quirkley",
    category: "theatre",
    tags: ["monologue", "in English"],
    location: inTown("luxembourg"),
    texts: {
      en: words(
        "A writer and performer of one-man shows with too many characters.",
        "Anselm Quirkley spent twelve years behind the counter of a lost property office and has never recovered. He performs in English and apologises in French.",
      ),
      fr: words(
        "Auteur et interprète de seuls-en-scène qui comptent trop de personnages.",
        "Anselm Quirkley a passé douze ans au guichet des objets trouvés et ne s’en est jamais remis. Il joue en anglais et s’excuse en français.",
      ),
    },
  },
  {
    fid: "fenna",
    name: "Fenna Oosterling",
    category: "dance",
    tags: ["choreografie"],
    location: inTown("oostende"),
    plays_in: ["mareebasse"],
    links: [{ url: "https://fennaoosterling.example" }],
    texts: {
      nl: words(
        "Choreograaf die met zand, touw en tegenwind werkt.",
        "Fenna Oosterling maakt dans die je kan horen. Ze is een van de vijf van Collectif Marée basse en werkt geregeld met mensen die nooit gedanst hebben.",
      ),
      en: words(
        "A choreographer who works with sand, rope and headwind.",
        "Fenna Oosterling makes dance you can hear. She is one of the five of Collectif Marée basse and often works with people who have never danced.",
      ),
    },
  },
  {
    fid: "aude",
    name: "Aude Ramponelle",
    category: "film",
    tags: ["documentaire"],
    location: inTown("mons"),
    works_at: ["parallele"],
    texts: {
      fr: words(
        "Cinéaste et projectionniste : elle filme le jour et projette le soir.",
        "Aude Ramponelle tourne des documentaires à une personne, elle-même comprise. Elle tient la cabine du Parallèle deux soirs par semaine.",
      ),
    },
  },
  {
    fid: "pavel",
    name: "Pavel Ostrovane",
    category: "circus",
    tags: ["acrobatie", "mât"],
    location: inTown("namur"),
    plays_in: ["contrepoids"],
    texts: {
      fr: words(
        "Acrobate spécialiste de l’inclinaison.",
        "Pavel Ostrovane penche. Il a commencé au mât chinois, continué contre des murs, des voisins, des orchestres.",
      ),
      en: words(
        "An acrobat who specialises in leaning.",
        "Pavel Ostrovane leans. He began on the Chinese pole and moved on to walls, neighbours and orchestras.",
      ),
    },
  },
  {
    fid: "greet",
    name: "Greet Winterkoningh",
    category: "exhibition",
    tags: ["textiel"],
    location: inTown("gent"),
    texts: {
      nl: words(
        "Textielkunstenaar; breit, knoopt en haalt weer uit.",
        "Greet Winterkoningh werkt met afgedankte theaterdoeken. Alles wat ze maakt kan opnieuw een draad worden.",
      ),
      fr: words(
        "Artiste textile ; tricote, noue, puis défait.",
        "Greet Winterkoningh travaille avec des rideaux de scène réformés. Tout ce qu’elle fait peut redevenir un fil.",
      ),
    },
  },
  {
    fid: "ines",
    name: "Inès Tavarelune",
    category: "dance",
    tags: ["danse", "transmission"],
    location: inTown("bruxelles"),
    works_at: ["studio_du_canal"],
    texts: {
      fr: words(
        "Danseuse et pédagogue ; danse avec des vêtements trop grands et des gens trop pressés.",
        "Inès Tavarelune mène les matinées du Studio du Canal et crée des pièces pour un corps et un vestiaire.",
      ),
      en: words(
        "A dancer and teacher who works with clothes that are too big and people in too much of a hurry.",
        "Inès Tavarelune leads the mornings at Studio du Canal and makes pieces for one body and one cloakroom.",
      ),
    },
  },
  {
    fid: "hanneke",
    name: "Hanneke Vlierbloem",
    category: "young",
    tags: ["illustratie", "kinderen"],
    location: inTown("antwerpen"),
    texts: {
      nl: words(
        "Illustrator; tekent met kinderen op papier dat groter is dan zijzelf.",
        "Hanneke Vlierbloem maakt prentenboeken en grote rollen. Een tekening is klaar als niemand er nog overheen kan springen.",
      ),
    },
  },
  {
    fid: "rutger",
    name: "Rutger Steltmans",
    category: "other",
    tags: ["stadswandeling", "geluid"],
    location: inTown("maastricht"),
    texts: {
      nl: words(
        "Geluidswandelaar; leidt mensen rond met hun ogen dicht.",
        "Rutger Steltmans was akoesticus en werd gids. Zijn wandelingen zijn kort en duren lang.",
      ),
      en: words(
        "A sound walker who guides people with their eyes shut.",
        "Rutger Steltmans used to be an acoustician and became a guide. His walks are short and take a long time.",
      ),
    },
  },
]
