import fc from "fast-check"
import { expect, test } from "vitest"
import { placeKey } from "./names-in.ts"
import { addressIn, type Pasted, readPastedLine, saysMuch } from "./pasted-line.ts"

/** A Sunday. */
const today = "2026-11-22"
const weekdays = ["", "mon", "tue", "wed", "thu", "fri", "sat", "sun"]

/** What was understood, in a line. */
function said({
  dates,
  doors,
  title,
  place,
  street,
  postalCode,
  locality,
  prices,
  link,
  lineup,
  rest,
}: Pasted): string {
  const moments = dates.map(({ date, last, start, end, contradicted }) => [
    date,
    last && `→ ${last}`,
    start,
    end && `– ${end}`,
    contradicted && `?${weekdays[contradicted]}`,
  ])
  const money = prices.map(({ kind, amount, currency, label }) =>
    [kind === "paid" ? `${amount} ${currency}` : kind, label && `(${label})`].filter(Boolean).join(" "),
  )
  return [
    moments.map((parts) => parts.filter(Boolean).join(" ")).join(", "),
    doors && `doors ${doors}`,
    title && `«${title}»`,
    place && `@ ${[place, street, postalCode, locality].filter(Boolean).join(", ")}`,
    money.join(", "),
    link,
    lineup.length > 0 && `with ${lineup.join(", ")}`,
    rest.length > 0 && `rest ${JSON.stringify(rest)}`,
  ]
    .filter(Boolean)
    .join(" | ")
}

const french: [line: string, understood: string][] = [
  [
    "Vendredi 27 nov 20h30, Trio Ventôse, Hangar des Vents, 12 €",
    "2026-11-27 20:30 | «Trio Ventôse» | @ Hangar des Vents | 12 EUR",
  ],
  [
    "VENDREDI 27 NOVEMBRE 2026 - 20H30 - TRIO VENTÔSE - HANGAR DES VENTS - 12€",
    "2026-11-27 20:30 | «TRIO VENTÔSE» | @ HANGAR DES VENTS | 12 EUR",
  ],
  [
    "Trio Ventôse, ven. 27/11 à 20h30, Hangar des Vents, 8/12 €",
    "2026-11-27 20:30 | «Trio Ventôse» | @ Hangar des Vents | 8 EUR, 12 EUR",
  ],
  [
    "27 nov. 20h, portes 19h30 : Trio Ventôse au Hangar des Vents, PAF : 5 €",
    "2026-11-27 20:00 | doors 19:30 | «Trio Ventôse au Hangar des Vents» | 5 EUR",
  ],
  [
    "Le samedi 5 décembre de 14h à 18h, Marché des imprimeurs, La Fonderie, entrée libre",
    "2026-12-05 14:00 – 18:00 | «Marché des imprimeurs» | @ La Fonderie | free",
  ],
  [
    "sam 5 dec 14h et 16h30, Contes sous la pluie, Bibliothèque des Riches-Claires, gratuit",
    "2026-12-05 14:00, 2026-12-05 16:30 | «Contes sous la pluie» | @ Bibliothèque des Riches-Claires | free",
  ],
  [
    "Du 3 au 30 mai, Exposition Sel et suie, Galerie du Port",
    "2027-05-03 → 2027-05-30 | «Exposition Sel et suie» | @ Galerie du Port",
  ],
  [
    "Du 28 novembre au 3 décembre, 20h, La Tempête, Théâtre Varia, 18 € / 12 € étudiants",
    "2026-11-28 20:00, 2026-11-29 20:00, 2026-11-30 20:00, 2026-12-01 20:00, 2026-12-02 20:00, 2026-12-03 20:00 | «La Tempête» | @ Théâtre Varia | 18 EUR, 12 EUR (étudiants)",
  ],
  [
    "22, 24-26 nov 20h30, Bal des absents, Hangar des Vents",
    "2026-11-22 20:30, 2026-11-24 20:30, 2026-11-25 20:30, 2026-11-26 20:30 | «Bal des absents» | @ Hangar des Vents",
  ],
  [
    "Les 4, 5 et 6 décembre à 20h15 — Hamlet — Théâtre Varia — prévente 15 €, sur place 18 €",
    "2026-12-04 20:15, 2026-12-05 20:15, 2026-12-06 20:15 | «Hamlet» | @ Théâtre Varia | 15 EUR (prévente), 18 EUR (sur place)",
  ],
  [
    "demain 20h, Jam session, Chez Odile, prix libre",
    "2026-11-23 20:00 | «Jam session» | @ Chez Odile | pay_what_you_can",
  ],
  ["Ce soir 21h, Nuit blanche, Le Phare", "2026-11-22 21:00 | «Nuit blanche» | @ Le Phare"],
  ["après-demain à 19h, Lecture publique, Passa Porta", "2026-11-24 19:00 | «Lecture publique» | @ Passa Porta"],
  ["jeudi 20h, Répétition ouverte, La Grange", "2026-11-26 20:00 | «Répétition ouverte» | @ La Grange"],
  [
    "jeudi prochain 18h30 : Apéro des voisins, place du Jeu de Balle",
    "2026-11-26 18:30 | «Apéro des voisins» | @ place du Jeu de Balle",
  ],
  [
    "1er janvier, 11h, Concert de nouvel an, Flagey, de 10 à 25 €",
    "2027-01-01 11:00 | «Concert de nouvel an» | @ Flagey | 10 EUR, 25 EUR",
  ],
  [
    "Le 31 déc de 22h à minuit, Bal de nouvel an, Salle des fêtes",
    "2026-12-31 22:00 – 00:00 | «Bal de nouvel an» | @ Salle des fêtes",
  ],
  [
    "Lieu : Hangar des Vents. Date : vendredi 27 novembre. Heure : 20h30. Prix : 12 €. Titre : Trio Ventôse",
    "2026-11-27 20:30 | «Trio Ventôse» | @ Hangar des Vents | 12 EUR",
  ],
  [
    "Trio Ventôse @ Hangar des Vents (Bruxelles) – 27.11 à 20h",
    "2026-11-27 20:00 | «Trio Ventôse» | @ Hangar des Vents, Bruxelles",
  ],
  ["Concert gratuit au parc le 12 juillet à 16h", "2027-07-12 16:00 | «Concert» | @ parc | free"],
  [
    "Hamlet, Théâtre Varia, 78 rue du Sceptre, 1050 Bruxelles, 1er décembre 20 h 30, avec Odile Brème et Luc Vent",
    "2026-12-01 20:30 | «Hamlet» | @ Théâtre Varia, 78 rue du Sceptre, 1050, Bruxelles | with Odile Brème, Luc Vent",
  ],
  ["mar 24 nov 20h, Le Grand Mezze, Espace Magh", "2026-11-24 20:00 | «Le Grand Mezze» | @ Espace Magh"],
  [
    "14 juillet 1789, une pièce, 14 juillet 2027 21h, Place du Marché",
    '2027-07-14 21:00 | «14 juillet 1789» | @ Place du Marché | rest ["une pièce"]',
  ],
  [
    "27/11/26 20:30 Trio Ventôse https://billets.example/trio",
    "2026-11-27 20:30 | «Trio Ventôse» | https://billets.example/trio",
  ],
  ["Trio à 3 voix, 27 nov 20h, Les 3 Canards", "2026-11-27 20:00 | «Trio à 3 voix» | @ Les 3 Canards"],
  ["Vendredi 20 nov 20h, Déjà passé, La Grange", "2026-11-20 20:00 | «Déjà passé» | @ La Grange"],
  ["Vendredi 28 nov 20h30, Trio Ventôse, La Grange", "2026-11-28 20:30 ?fri | «Trio Ventôse» | @ La Grange"],
  ["29 février 20h, Bal du jour en trop, La Grange", "2028-02-29 20:00 | «Bal du jour en trop» | @ La Grange"],
  [
    "Atelier gravure dim. 13/12 10h-13h, Atelier du Soleil, 25€ (enfants 10€)",
    "2026-12-13 10:00 – 13:00 | «Atelier gravure» | @ Atelier du Soleil | 25 EUR, 10 EUR (enfants)",
  ],
  [
    "Réouverture ! Sam 9 janvier dès 18h, DJ Zo + Les Brumes, L'Atelier 210, 9,50 €",
    '2027-01-09 18:00 | «Réouverture !» | @ L\'Atelier 210 | 9.5 EUR | rest ["DJ Zo + Les Brumes"]',
  ],
  ["27 nov 20h30 jusqu'à 23h, Trio Ventôse, La Grange", "2026-11-27 20:30 – 23:00 | «Trio Ventôse» | @ La Grange"],
]

const english: [line: string, understood: string][] = [
  [
    "Fri 27 Nov, 8.30 pm, Trio Ventôse, The Wind Shed, £12",
    "2026-11-27 20:30 | «Trio Ventôse» | @ The Wind Shed | 12 GBP",
  ],
  [
    "Friday 27 November 2026 at 8:30pm – Trio Ventôse – at The Wind Shed – free entry",
    "2026-11-27 20:30 | «Trio Ventôse» | @ The Wind Shed | free",
  ],
  [
    "November 27th, 2026, 8pm, The Winter Choir, St. Mary's Church, £10/£8 concessions",
    "2026-11-27 20:00 | «The Winter Choir» | @ St. Mary's Church | 10 GBP, 8 GBP (concessions)",
  ],
  [
    "Doors 7pm, show 8pm, Nov 27, The Winter Choir, The Barn, tickets €10",
    "2026-11-27 20:00 | doors 19:00 | «The Winter Choir» | @ The Barn | 10 EUR",
  ],
  ["The Winter Choir at The Barn, Dec 5, 7 p.m.", "2026-12-05 19:00 | «The Winter Choir» | @ The Barn"],
  [
    "from 3 to 5 May, Printing workshop, The Barn, €60",
    "2027-05-03 → 2027-05-05 | «Printing workshop» | @ The Barn | 60 EUR",
  ],
  [
    "3-5 May 2027, 10am-4pm, Printing workshop, The Barn",
    "2027-05-03 10:00 – 16:00, 2027-05-04 10:00 – 16:00, 2027-05-05 10:00 – 16:00 | «Printing workshop» | @ The Barn",
  ],
  [
    "Tomorrow 8pm, Open mic, The Crooked Billet, pay what you can",
    "2026-11-23 20:00 | «Open mic» | @ The Crooked Billet | pay_what_you_can",
  ],
  ["tonight at 9pm, Quiz night, The Crooked Billet", "2026-11-22 21:00 | «Quiz night» | @ The Crooked Billet"],
  ["next Friday, 7.30pm, Book launch, Waterstones", "2026-11-27 19:30 | «Book launch» | @ Waterstones"],
  ["Sunday Sessions, Friday 4 December, 9pm, Blue Note", "2026-12-04 21:00 | «Sunday Sessions» | @ Blue Note"],
  ["May 5, 8pm, May Queen, Village Hall", "2027-05-05 20:00 | «May Queen» | @ Village Hall"],
  [
    "Saturday 5 & Sunday 6 December, 11am to 5pm, Makers' market, Corn Exchange, free",
    "2026-12-05 11:00 – 17:00, 2026-12-06 11:00 – 17:00 | «Makers' market» | @ Corn Exchange | free",
  ],
  [
    "2026-11-27 20:30, Trio Ventôse, The Wind Shed, €12",
    "2026-11-27 20:30 | «Trio Ventôse» | @ The Wind Shed | 12 EUR",
  ],
  ["2026-11-27T20:30 Trio Ventôse", "2026-11-27 20:30 | «Trio Ventôse»"],
  [
    "Sat 5 Dec 2–4pm, Family ceilidh, Church Hall, adults £6, children £3",
    "2026-12-05 14:00 – 16:00 | «Family ceilidh» | @ Church Hall | 6 GBP (adults), 3 GBP (children)",
  ],
  ["Free Jazz Collective, Thu 3 Dec, 20:00, Vortex", "2026-12-03 20:00 | «Free Jazz Collective» | @ Vortex"],
  ["12 Angry Men, 12 December, 7.30pm, Town Hall, $15", "2026-12-12 19:30 | «12 Angry Men» | @ Town Hall | 15 USD"],
  [
    "Venue: The Barn. When: 27 Nov, 8pm. What: The Winter Choir. Price: £10",
    "2026-11-27 20:00 | «The Winter Choir» | @ The Barn | 10 GBP",
  ],
  [
    "Where: The Barn; Title: Harvest; 27th of November 20:00; doors 19:15",
    "2026-11-27 20:00 | doors 19:15 | «Harvest» | @ The Barn",
  ],
  [
    "The Winter Choir, 27 Nov 8pm, The Barn, with Ann Lee and Bob Day",
    "2026-11-27 20:00 | «The Winter Choir» | @ The Barn | with Ann Lee, Bob Day",
  ],
]

const dutch: [line: string, understood: string][] = [
  [
    "vrijdag 27 nov 20u30, Trio Ventôse, Hangar des Vents, € 12",
    "2026-11-27 20:30 | «Trio Ventôse» | @ Hangar des Vents | 12 EUR",
  ],
  [
    "vr 27/11 om 20.30 uur, De Wind, CC De Kluis, inkom 10 euro",
    "2026-11-27 20:30 | «De Wind» | @ CC De Kluis | 10 EUR",
  ],
  [
    "za 5 dec 20u - De Wind - CC De Kluis - vvk € 10, kassa € 14",
    "2026-12-05 20:00 | «De Wind» | @ CC De Kluis | 10 EUR (vvk), 14 EUR (kassa)",
  ],
  [
    "do 3, vr 4 en za 5 december, 20u15, Het Verdriet, NTGent, € 18 / € 12 studenten",
    "2026-12-03 20:15, 2026-12-04 20:15, 2026-12-05 20:15 | «Het Verdriet» | @ NTGent | 18 EUR, 12 EUR (studenten)",
  ],
  [
    "van 3 tot 5 mei, Drukworkshop, Atelier Zuid, gratis",
    "2027-05-03 → 2027-05-05 | «Drukworkshop» | @ Atelier Zuid | free",
  ],
  [
    "van 3 t/m 30 mei: tentoonstelling Zout en roet, Galerij De Haven, gratis toegang",
    "2027-05-03 → 2027-05-30 | «tentoonstelling Zout en roet» | @ Galerij De Haven | free",
  ],
  [
    "morgen 20u, Open podium, Café De Loge, vrije bijdrage",
    "2026-11-23 20:00 | «Open podium» | @ Café De Loge | pay_what_you_can",
  ],
  ["vanavond 21u, Filmquiz, Sphinx", "2026-11-22 21:00 | «Filmquiz» | @ Sphinx"],
  [
    "zondag 6 december van 14 tot 18u, Boekenmarkt, Vooruit, vrije toegang",
    "2026-12-06 14:00 – 18:00 | «Boekenmarkt» | @ Vooruit | free",
  ],
  [
    "deuren 19u30, aanvang 20u, De Wind, 27 nov, Het Depot, € 12,-",
    "2026-11-27 20:00 | doors 19:30 | «De Wind» | @ Het Depot | 12 EUR",
  ],
  [
    "za. 5/12 – 15.00 uur – Sinterklaasfeest – Kerkstraat 12, 9000 Gent",
    "2026-12-05 15:00 | «Sinterklaasfeest» | @ Kerkstraat 12, 9000, Gent",
  ],
  [
    "woensdag 2 dec. 14u30 Poppenkast in de bibliotheek, gratis",
    "2026-12-02 14:30 | «Poppenkast in de bibliotheek» | free",
  ],
  [
    "28 november 2026, 20:00 uur, Koor van de Wind, Sint-Baafskathedraal, Gent",
    "2026-11-28 20:00 | «Koor van de Wind» | @ Sint-Baafskathedraal, Gent",
  ],
  ["Locatie: Het Depot. Datum: 27 november. Uur: 20u. Titel: De Wind", "2026-11-27 20:00 | «De Wind» | @ Het Depot"],
  [
    "De Wind met Ann Peeters, 5 mrt 20u30, De Centrale, € 12",
    "2027-03-05 20:30 | «De Wind met Ann Peeters» | @ De Centrale | 12 EUR",
  ],
  ["overmorgen 19u30, Lezing, Boekhandel Limerick", "2026-11-24 19:30 | «Lezing» | @ Boekhandel Limerick"],
  [
    "10 jan. 15u, Nieuwjaarsconcert, Bijloke, € 20 / € 15 (leden)",
    "2027-01-10 15:00 | «Nieuwjaarsconcert» | @ Bijloke | 20 EUR, 15 EUR (leden)",
  ],
  ["Ma 7 december 20u, Schrijverscafé, KAAP", "2026-12-07 20:00 | «Schrijverscafé» | @ KAAP"],
]

test.each([...french, ...english, ...dutch])("%s", (line, understood) => {
  expect(said(readPastedLine(line, today))).toBe(understood)
})

test("a place that has a page is the place, wherever it stands", () => {
  const known = new Set(["Le Hangar des Vents", "Café Central"].map(placeKey))
  const of = (line: string) => said(readPastedLine(line, today, known))
  expect(of("Hangar des Vents, Trio Ventôse, 27 nov 20h")).toBe(
    "2026-11-27 20:00 | «Trio Ventôse» | @ Hangar des Vents",
  )
  expect(of("Bal folk au Hangar des Vents, 27 nov 20h")).toBe("2026-11-27 20:00 | «Bal folk» | @ Hangar des Vents")
  expect(of("27 nov 20u, Open podium, met soep, in Café Central")).toBe(
    "2026-11-27 20:00 | «Open podium» | @ Café Central | with soep",
  )
  expect(of("Au clair de la lune, 27 nov 20h")).toBe("2026-11-27 20:00 | «Au clair de la lune»")
  expect(readPastedLine("27 nov 20h, Le Hangar des Vents, Bal", today, known)).toMatchObject({
    title: "Bal",
    isKnownPlace: true,
  })
})

test("of a date without a year the next is meant, unless its weekday says another", () => {
  const dates = (line: string, from: string) => readPastedLine(line, from).dates.map(({ date }) => date)
  expect(dates("22 nov 20h", "2026-11-22")).toEqual(["2026-11-22"])
  expect(dates("21 nov 20h", "2026-11-22")).toEqual(["2027-11-21"])
  expect(dates("samedi 21 nov 20h", "2026-11-22")).toEqual(["2026-11-21"])
  expect(dates("zondag 3 januari 14u", "2026-11-22")).toEqual(["2027-01-03"])
  expect(dates("Tuesday 29 February 8pm", "2026-11-22")).toEqual(["2028-02-29"])
  expect(dates("30 février 20h", "2026-11-22")).toEqual([])
  expect(readPastedLine("lundi 27 nov 2026, 20h", today).dates).toEqual([
    { date: "2026-11-27", start: "20:00", contradicted: 1 },
  ])
})

test("a bill of many lines gives what it says; the rest stays as it is", () => {
  const bill = [
    "TRIO VENTÔSE",
    "musique à la bougie",
    "",
    "Vendredi 27 novembre 2026",
    "Portes 19h30 — Concert 20h30",
    "Hangar des Vents",
    "12, rue des Tanneurs",
    "1000 Bruxelles",
    "12 € / 8 € étudiants",
    "Une soirée sans micro ni projecteur, où l'on entend le bois craquer.",
    "https://hangar.example/ventose",
  ].join("\n")
  const read = readPastedLine(bill, today)
  expect(read).toMatchObject({
    title: "TRIO VENTÔSE",
    dates: [{ date: "2026-11-27", start: "20:30" }],
    doors: "19:30",
    place: "Hangar des Vents",
    postalCode: "1000",
    locality: "Bruxelles",
    link: "https://hangar.example/ventose",
  })
  expect(read.prices).toHaveLength(2)
  expect(read.rest.join(" ")).toContain("où l'on entend le bois craquer")
})

test("hours of something else stay in the text", () => {
  const read = readPastedLine("27 nov 20h, Bal, La Grange, bar ouvert à 18h", today)
  expect(read.dates).toEqual([{ date: "2026-11-27", start: "20:00" }])
  expect(read.rest).toEqual(["bar ouvert à 18h"])
  const season = readPastedLine("Du 1er mars au 30 juin, 10h-18h, Exposition Sel, Galerie du Port", today)
  expect(season).toMatchObject({
    isAllDay: true,
    dates: [{ date: "2027-03-01", last: "2027-06-30" }],
    rest: ["10h-18h"],
  })
  expect(readPastedLine("20h30, Bal, La Grange", today)).toMatchObject({ dates: [], hours: { start: "20:30" } })
})

test("a title alone is left alone", () => {
  for (const title of ["Trio Ventôse", "Festival 2027", "Nuit du 4 août", "Sunday Sessions", "Morgen is alles anders"])
    expect(saysMuch(readPastedLine(title, today))).toBe(false)
  expect(saysMuch(readPastedLine("Trio Ventôse 27 nov 20h", today))).toBe(true)
})

test("an address is one only where nothing stands beside it", () => {
  expect(addressIn(" https://hangar.example/events/12?x=1 ")).toBe("https://hangar.example/events/12?x=1")
  expect(addressIn("webcal://hangar.example/a.ics")).toBe("webcal://hangar.example/a.ics")
  expect(addressIn("Trio https://hangar.example")).toBeUndefined()
  expect(addressIn("javascript:alert(1)")).toBeUndefined()
})

const months = {
  fr: ["janvier", "févr.", "mars", "avril", "mai", "juin", "juil.", "août", "sept", "octobre", "nov.", "décembre"],
  en: ["January", "Feb", "March", "Apr", "May", "June", "Jul", "August", "Sept", "Oct", "November", "Dec"],
  nl: ["jan.", "februari", "mrt", "april", "mei", "juni", "juli", "aug", "september", "okt.", "nov", "december"],
}

test("whatever the date, the hour and their order: they are found, and the names stay whole", () => {
  const two = (value: number) => String(value).padStart(2, "0")
  const between = fc.constantFrom(", ", " – ", " | ", "\n", " - ", "; ", " • ")
  const names = fc.constantFrom("Trio Ventôse", "De Wind", "The Winter Choir", "L'Oiseau-Lyre", "Ça déborde !")
  fc.assert(
    fc.property(
      fc.constantFrom("fr", "en", "nl"),
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 0, max: 287 }),
      fc.integer({ min: 0, max: 3 }),
      between,
      names,
      fc.boolean(),
      (language, after, slot, shape, sign, name, isFirst) => {
        const date = new Date(Date.parse(`${today}T00:00:00Z`) + after * 86_400_000)
        const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
        const [hour, minute] = [Math.floor(slot / 12), (slot % 12) * 5]
        const named = `${day} ${months[language][month]} ${year}`
        const numbers = [
          `${day}/${month + 1}/${year}`,
          `${two(day)}.${two(month + 1)}.${year}`,
          date.toISOString().slice(0, 10),
        ]
        const said = shape === 0 ? named : (numbers[shape - 1] as string)
        const clock = { fr: `${hour}h${two(minute)}`, en: `${hour}:${two(minute)}`, nl: `${hour}u${two(minute)}` }[
          language
        ]
        const line = (isFirst ? [said, clock, name] : [name, said, clock]).join(sign)
        const read = readPastedLine(line, today)
        expect(read.dates).toEqual([{ date: date.toISOString().slice(0, 10), start: `${two(hour)}:${two(minute)}` }])
        expect(read.title).toBe(name)
        expect(read.rest).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})

test("no word of a text is lost, whatever it is", () => {
  const words = fc.constantFrom(
    ...["Trio", "27", "nov", "20h", ",", "-", "(", ")", "12", "€", "à", "at", "in", "de", "Hangar", "@", "/", "."],
    ...["\n", "gratuit", "doors", "vendredi", ":", "août", "mei", "1", "3-5", "https://a.example/x", "«", "»", "avec"],
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
      const line = parts.join(" ")
      const read = readPastedLine(line, today)
      const names = [read.title, read.place, read.locality, read.street, ...read.lineup, ...read.rest].join(" ")
      const count = (text: string, word: string) => text.split(word).length - 1
      // These are in no date and no price.
      for (const word of ["Trio", "Hangar"]) expect(count(names, word)).toBe(count(line, word))
    }),
    { numRuns: 300 },
  )
})

test("what is made to hold it up does not: it is read once, and only so far", () => {
  const hostile = [
    ...[
      "1,",
      "1/",
      "27 nov ",
      "20h ",
      "12 € ",
      "à ",
      "- ",
      "(",
      "de du le ",
      "22, 24-",
      "a.m.",
      "@ ",
      "Lieu : ",
      "« ",
      "8€50",
    ],
    ...[
      "https://a.",
      "\u0301",
      "e\u0301",
      "𝕏",
      "\u202e",
      "au A",
      "  ",
      "\n",
      "9999999999",
      "1.1.1.1.",
      "chez ",
      "avec a et ",
    ],
  ].map((piece) => piece.repeat(Math.ceil(10_000 / piece.length)))
  const begins = performance.now()
  for (const text of hostile) {
    const read = readPastedLine(text, today)
    expect(read.dates.length).toBeLessThanOrEqual(100)
    expect(read.prices.length).toBeLessThanOrEqual(20)
    expect(read.places.length).toBeLessThanOrEqual(6)
    addressIn(text)
  }
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 3000 }), (text) => void readPastedLine(text, today)),
    { numRuns: 40 },
  )
  // A guard against hanging, not a measurement.
  expect(performance.now() - begins).toBeLessThan(20_000)
})
