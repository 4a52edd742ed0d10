import { type Page, words } from "./pages.ts"
import { inTown } from "./towns.ts"

/** Bands, companies and collectives; none of their members exist. */
export const groups: Page[] = [
  {
    fid: "nour",
    name: "Nour & les Ampoules",
    category: "music",
    tags: ["rock", "cuivres"],
    location: inTown("bruxelles"),
    links: [
      { url: "https://ampoules.example" },
      { url: "https://ampoules.example/ecouter", label: "Écouter", kind: "audio" },
      { url: "https://scene.example/@nour", kind: "fediverse" },
    ],
    contacts: [{ kind: "email", label: "Concerts", value: "allo@ampoules.example", is_public: true }],
    texts: {
      fr: words(
        "Rock à cuivres, trois ampoules nues et une chanteuse qui coupe le courant quand elle veut.",
        "Nour & les Ampoules jouent depuis six ans sans jeu de lumière : une ampoule par personne, que chacun allume quand il a quelque chose à dire.",
        "Le groupe répète le lundi au Hangar des Vents et laisse la porte entrouverte.",
      ),
      en: words(
        "Rock with brass, bare light bulbs, and a singer who cuts the power when she feels like it.",
        "Nour & les Ampoules have played for six years with no light show: one bulb each, switched on only when you have something to say.",
      ),
    },
  },
  {
    fid: "semaphore",
    name: "Sémaphore",
    category: "music",
    tags: ["électronique", "radio", "bandes"],
    location: inTown("bruxelles"),
    links: [
      { url: "https://semaphore.example" },
      { url: "https://semaphore.example/flux", label: "La bande du vendredi", kind: "audio" },
    ],
    texts: {
      fr: words(
        "Duo de radio et de bandes magnétiques : ils émettent, vous captez.",
        "Sémaphore fabrique chaque vendredi une heure de radio avec ce que la semaine a laissé sur le répondeur. Le reste du temps, le duo signe le son de spectacles et de films.",
      ),
    },
  },
  {
    fid: "ventose",
    name: "Trio Ventôse",
    category: "music",
    tags: ["musique de chambre"],
    location: inTown("bruxelles"),
    links: [{ url: "https://trioventose.example" }],
    texts: {
      fr: words(
        "Violon, violoncelle, clarinette : de la musique de chambre à l’heure du sandwich.",
        "Le Trio Ventôse joue surtout le midi, dans des lieux où l’on peut entrer en manteau. Son répertoire va des danses anciennes aux pages encore humides.",
      ),
      nl: words(
        "Viool, cello, klarinet: kamermuziek op het uur van de boterham.",
        "Trio Ventôse speelt vooral ’s middags, op plekken waar je je jas mag aanhouden. Het repertoire gaat van oude dansen tot inkt die nog nat is.",
      ),
    },
  },
  {
    fid: "froide",
    name: "Orchestre de chambre froide",
    category: "music",
    tags: ["orchestre", "entrepôts"],
    location: inTown("liege"),
    links: [{ url: "https://chambrefroide.example" }],
    contacts: [{ kind: "email", value: "gants@chambrefroide.example", is_public: true }],
    texts: {
      fr: words(
        "Quinze musiciennes et musiciens qui ne jouent que dans des bâtiments sans chauffage.",
        "L’Orchestre de chambre froide est né dans un entrepôt frigorifique à l’arrêt. Depuis, il écrit pour les lieux vides : hangars, silos, piscines avant la réouverture.",
        "On écoute debout, en marchant, avec des gants.",
      ),
      nl: words(
        "Vijftien muzikanten die alleen spelen in gebouwen zonder verwarming.",
        "Orchestre de chambre froide ontstond in een stilgelegde koelloods. Sindsdien schrijft het voor lege plekken: hangars, silo’s, zwembaden vlak voor de heropening.",
      ),
    },
  },
  {
    fid: "radiateurs",
    name: "Les Six Radiateurs",
    category: "music",
    tags: ["musique expérimentale", "ciné-concert"],
    location: inTown("bruxelles"),
    texts: {
      fr: words(
        "Six radiateurs en fonte, deux marteaux, un accordeur de piano pris de vertige.",
        "Les Six Radiateurs sont trois. Ils accordent du chauffage central et jouent avec ce qui siffle, cogne et se dilate. Ils accompagnent aussi des films muets.",
      ),
      en: words(
        "Six cast-iron radiators, two hammers, and a piano tuner suffering from vertigo.",
        "Les Six Radiateurs are three people. They tune central heating and play whatever hisses, knocks and expands. They also accompany silent films.",
      ),
    },
  },
  {
    fid: "fanfare",
    name: "Fanfare de poche",
    category: "party",
    tags: ["fanfare", "bal"],
    location: inTown("bruxelles"),
    links: [{ url: "https://fanfaredepoche.example" }],
    contacts: [{ kind: "phone", label: "Pour vos fêtes", value: "+32 2 555 07 07", is_public: true }],
    texts: {
      fr: words(
        "Sept souffleurs, une caisse claire, et tout tient dans un seul tram.",
        "La Fanfare de poche joue dans les bars, les gares et les anniversaires. Pas de partition, pas de micro, pas de dernier morceau : elle s’éloigne simplement.",
      ),
      nl: words(
        "Zeven blazers, een kleine trom, en alles past in één tram.",
        "Fanfare de poche speelt in cafés, stations en op verjaardagen. Geen partituur, geen microfoon, geen laatste nummer: ze wandelt gewoon weg.",
      ),
    },
  },
  {
    fid: "basalte",
    name: "Atelier Basalte",
    category: "workshop",
    tags: ["estampe", "édition"],
    location: inTown("bruxelles"),
    links: [{ url: "https://basalte.example" }],
    texts: {
      fr: words(
        "Un atelier d’estampe partagé : deux presses, huit clefs, beaucoup de chiffons.",
        "Basalte imprime des livres à petit tirage et enseigne la gravure à qui a deux mains ou une. Les presses sont accessibles à prix libre le jeudi soir.",
      ),
    },
  },
  {
    fid: "seuils",
    name: "Compagnie des Seuils",
    category: "theatre",
    tags: ["théâtre", "écriture de plateau"],
    location: inTown("liege"),
    links: [{ url: "https://lesseuils.example" }],
    contacts: [{ kind: "person", label: "Diffusion", value: "Mahaut Verdière", is_public: true }],
    partners: ["rhizome", "quairouge"],
    texts: {
      fr: words(
        "Du théâtre écrit debout, entre une porte et la suivante.",
        "La Compagnie des Seuils travaille sans texte de départ. Elle s’installe quelques semaines quelque part, écoute, et finit par en faire une pièce.",
        "Elle tourne avec peu : une échelle, une ampoule, cinq valises.",
      ),
      nl: words(
        "Theater dat rechtopstaand geschreven wordt, tussen de ene deur en de volgende.",
        "Compagnie des Seuils begint zonder tekst. De groep strijkt ergens enkele weken neer, luistert, en maakt er uiteindelijk een stuk van.",
      ),
    },
  },
  {
    fid: "petitbruit",
    name: "Cie du Petit Bruit",
    category: "young",
    tags: ["théâtre d’objets", "cirque de papier"],
    location: inTown("namur"),
    links: [{ url: "https://petitbruit.example" }],
    texts: {
      fr: words(
        "Théâtre d’objets pour oreilles fines : papier, ficelle, cailloux.",
        "La Cie du Petit Bruit joue devant quatre-vingts personnes au plus, pour qu’on entende le papier se déplier. Petits et grands sont assis sur le même banc.",
      ),
      nl: words(
        "Objectentheater voor fijne oren: papier, touw, kiezels.",
        "Cie du Petit Bruit speelt voor hoogstens tachtig mensen, zodat je het papier hoort openvouwen. Groot en klein zitten op dezelfde bank.",
      ),
    },
  },
  {
    fid: "mareebasse",
    name: "Collectif Marée basse",
    category: "dance",
    tags: ["danse"],
    location: inTown("oostende"),
    links: [{ url: "https://mareebasse.example" }],
    texts: {
      nl: words(
        "Danscollectief uit Oostende dat repeteert op het uur dat de zee zich terugtrekt.",
        "Marée basse bestaat uit vijf dansers, een geluidsman en een hond die altijd in beeld loopt. Hun werk gaat over wat overblijft als het water weg is.",
      ),
      fr: words(
        "Collectif de danse d’Ostende qui répète à l’heure où la mer se retire.",
        "Marée basse réunit cinq danseuses et danseurs, un preneur de son et un chien qui traverse toujours le plateau. Leur travail parle de ce qui reste quand l’eau est partie.",
      ),
    },
  },
  {
    fid: "kantwind",
    name: "Kantwind",
    category: "music",
    tags: ["jazz", "folk"],
    location: inTown("gent"),
    links: [{ url: "https://kantwind.example" }],
    texts: {
      nl: words(
        "Kwartet tussen jazz en volksmuziek, met één oor altijd buiten.",
        "Kantwind neemt zijn stukken op aan het water en schrijft ze daarna om voor binnen. De saxofoon speelt de meeuwen, de bas het slepen van de kabels.",
      ),
      en: words(
        "A quartet between jazz and folk, always with one ear outdoors.",
        "Kantwind record their tunes by the water and then rewrite them for indoors. The saxophone plays the gulls, the bass plays the mooring ropes.",
      ),
    },
  },
  {
    fid: "losseplanken",
    name: "Losse Planken",
    category: "theatre",
    tags: ["theater"],
    location: inTown("antwerpen"),
    links: [{ url: "https://losseplanken.example" }],
    contacts: [{ kind: "email", value: "vloer@losseplanken.example", is_public: true }],
    partners: ["droogzolder"],
    texts: {
      nl: words(
        "Een theatergroep die haar decor zelf timmert en soms tijdens de voorstelling.",
        "Losse Planken maakt stukken over mensen die iets vasthouden dat al lang loszit. Zes spelers, één zaagmachine, geen directeur.",
      ),
    },
  },
  {
    fid: "nachtkoor",
    name: "Het Nachtkoor",
    category: "music",
    tags: ["koor"],
    location: inTown("gent"),
    texts: {
      nl: words(
        "Veertig stemmen die pas na tien uur repeteren.",
        "Het Nachtkoor verzamelt verplegers, bakkers, buschauffeurs en wie verder niet slaapt. Er is geen auditie; wie drie keer komt, hoort erbij.",
      ),
      en: words(
        "Forty voices that only rehearse after ten at night.",
        "Het Nachtkoor gathers nurses, bakers, bus drivers and anyone else who is awake. There is no audition: come three times and you belong.",
      ),
    },
  },
  {
    fid: "shortnotice",
    name: "Short Notice",
    category: "theatre",
    tags: ["improvisation", "comedy", "in English"],
    location: inTown("bruxelles"),
    partners: ["backkitchen"],
    texts: {
      en: words(
        "Five improvisers, one kitchen timer, and a play that did not exist at half past eight.",
        "Short Notice has been making things up in Brussels for four years. They take suggestions from people who hate being asked, which is why the shows are kind.",
      ),
    },
  },
  {
    fid: "contrepoids",
    name: "Les Contrepoids",
    category: "circus",
    tags: ["cirque", "bascule"],
    location: inTown("lille"),
    links: [{ url: "https://contrepoids.example" }],
    texts: {
      fr: words(
        "Quatre acrobates et une bascule : quand l’un monte, il faut bien que l’autre descende.",
        "Les Contrepoids se sont rencontrés en portant un piano. Ils continuent, avec d’autres objets lourds et la même politesse.",
      ),
      en: words(
        "Four acrobats and a seesaw: when one goes up, someone has to come down.",
        "Les Contrepoids met while carrying a piano upstairs. They have gone on with other heavy things and the same good manners.",
      ),
    },
  },
  {
    fid: "knikker",
    name: "Knikker & Co",
    category: "young",
    tags: ["jeugdtheater"],
    location: inTown("rotterdam"),
    links: [{ url: "https://knikkerenco.example" }],
    texts: {
      nl: words(
        "Jeugdtheater dat overal in past: een klas, een gang, een kofferbak.",
        "Knikker & Co speelt voor kinderen vanaf vier jaar en legt nooit iets uit wat ze zelf kunnen ontdekken.",
      ),
    },
  },
  {
    fid: "digue",
    name: "Les Marcheurs de digue",
    category: "music",
    tags: ["folk", "bal"],
    location: inTown("lille"),
    texts: {
      fr: words(
        "Chansons à marcher et danses à tourner, ramassées le long de la côte.",
        "Les Marcheurs de digue collectent des airs à pied, de village en village, puis les rendent à danser. Accordéon, violon, voix, et un pied qui bat.",
      ),
      nl: words(
        "Liedjes om te stappen en dansen om te draaien, opgeraapt langs de kust.",
        "Les Marcheurs de digue verzamelen te voet oude wijsjes en geven ze terug om op te dansen. Accordeon, viool, stem, en een voet die de maat slaat.",
      ),
    },
  },
  {
    fid: "slowferry",
    name: "Slow Ferry",
    category: "music",
    tags: ["dream pop", "tape loops"],
    location: inTown("luxembourg"),
    links: [{ url: "https://slowferry.example" }],
    texts: {
      en: words(
        "Dream pop at walking pace, from a country with no coast.",
        "Slow Ferry started as a joke about living four hours from the sea and became the saddest band in Luxembourg. They play sitting down, facing each other.",
      ),
      fr: words(
        "De la pop rêveuse au pas, venue d’un pays sans côte.",
        "Slow Ferry a commencé comme une plaisanterie sur la distance à la mer et est devenu le groupe le plus mélancolique de Luxembourg. Ils jouent assis, face à face.",
      ),
    },
  },
]
