import type { Category } from "#features/events/categories.ts"

/**
 * How a word hints at a category: the audience (`young`; `family` only beside something to see or make), what happens (`kind`), a
 * guided visit (`visit`; any `kind` outweighs it: a tour of an exhibition is an exhibition), a weak hint that yields to all
 * others (`loose`), or only the subject (`field`).
 */
export type Role = "young" | "family" | "kind" | "visit" | "loose" | "field"
export type WordList = { role: Role; category: Category; words: string }

// Words without accents, in small letters, separated by commas; hyphens and apostrophes separate words. `conc*` matches
// beginnings, `*conc` endings (Dutch and German compounds). `nl:dans` counts only in texts of that language, because the word
// means something else in others. The longest match counts and hides the words it covers, so a phrase can cancel a word.

/**
 * Words for events in none of the ten other categories. They end the search, so that neither description nor venue overrides
 * them.
 */
const none = `
  recrutement*, recruteur*, recrute, recrutent, recruiting, recruitment, job dating, jobdating, job date, jobday,
  job day, jobbeurs, emploi, emplois, interim, interimaire*, entretien d embauche, poei, poec, cdi, cdd,
  candidature, vacature*, permanence, permanences, entretiens de recrutement, offres d emploi, detection de
  potentiel, decrochez, fr:marche, marches, markt, markten, *markt, market, *markten, randonnee*, rando, randos,
  marathon, semi marathon, triathlon, trail, cyclotouriste*, cyclotourisme, cyclo, velo, tournoi*, toernooi*,
  tournament, match, football, voetbal*, rugby, basket, handball, tennis, petanque, golf, sportsevent,
  sportscompetition, fietstocht*, *fietstocht, *tocht, wandeltocht*, zoektocht*, *zoektocht, *zoektochten,
  zoektochten, zoektochtboekje, fr:messe, nl:mis, eucharistie*, culte, priere*, confession, confessions, adoration,
  bourse aux livres, bourse aux jouets, bourse aux velos, bourse aux vetements, don du sang, collecte,
  bloedinzameling, birthday, verjaardag, anniversaire de, holiday, saleevent, market place, garagesale, bricabrac,
  religiousevent, pilgrimageandprocession, salon international, salon professionnel, fr:foire, nl:beurs, cleanwalk,
  clean up, ramassage, sport, sports, sportief, fr:course, courses, jogging, gymnastique, boottocht*, nl:boot,
  rondvaart*, croisiere, sanitair, toilettes, parking, chasse au tresor, escape game, escape room, jeux de societe,
  jeu de societe, jeu, jeux, jeux video, spelletjes, loto, bingo, tombola, concours, wedstrijd*, championnat*,
  kampioenschap*, championship*, astronomie, observation*, sortie nature, spel, spelen, quiz, *quiz`

/** The word lists; earlier lists come first among equal hints. */
export const wordLists: WordList[] = [
  { role: "kind", category: "other", words: none },
  {
    role: "young",
    category: "young",
    words: `
      jeune public, jeunes publics, tres jeune public, tout petits, tout petit, toutpetits, pour enfants, pour les
      enfants, pour enfant, spectacle enfant, spectacle enfants, atelier enfant, atelier enfants, ateliers enfants,
      cine enfants, cine enfant, cine gouter, visite enfants, visite enfant, enfants et parents, parents enfants,
      parent enfant, parents enfant, bebes lecteurs, bebe lecteur, bebes, heure du conte, heures du conte, comptine,
      comptines, racontine*, comptinette*, bebe comptines, guignol, eveil musical, childrensevent, childrens event,
      for children, for kids, children s, childrens, young audiences, young audience, youngtheatre, toddlers, voor
      kinderen, voor de kinderen, voor kids, kinderprogramma*, kindervoorstelling*, kindertheater, kinderanimatie,
      kinderfilm*, kinderatelier*, kinderworkshop*, kinderconcert*, kinderdisco, kinderfeest*, kinder en
      jeugdprogramma s, jeugdtheater*, jeugdvoorstelling*, peuter*, kleuter*, familievoorstelling*, familieconcert*,
      familietheater, gezinsvoorstelling*, voor de kleinsten, de:kinder*, familienkonzert*, familientheater,
      infantil, para ninos, petites oreilles, petits bouts, ados et enfants, babytheater`,
  },
  {
    role: "family",
    category: "young",
    words: `
      en famille, famille, familles, familial, familiale, family, families, enfants, enfant, jeunesse, familie,
      familie*, gezin, gezinnen, nl:kinderen, kids, poppenkast*`,
  },
  {
    role: "kind",
    category: "workshop",
    words: `
      atelier, ateliers, *atelier, workshop*, *workshop, *workshops, stage de, stage d, fr:stages, stages de,
      fr:cours, cours de, cours d, cursus*, *cursus, masterclass*, master class, nl:lessen, nl:*lessen, initiation*,
      initiatie*, *initiatie, *initiaties, courseinstance, opleiding*, en:training, trainings, bootcamp, repair
      cafe, repair couture, repair, fablab, hackathon, en:class, en:classes, kurs, taller, fr:apprendre a,
      fabriquez, fabrication de, leer zelf, zelf maken, kunstkamp, summer school, ecole d ete, tricot, couture,
      yoga, sophrologie, educational courses, hands on, tutorial, tuto, initiez vous, je fabrique, on fabrique,
      crafts, learning, scrapbooking, broderie, cafe tricot, zelf leren maken, leren maken, ateliers theatre,
      proefles, dansles*, instapcursus, tekenles*, demarche portfolio`,
  },
  {
    role: "kind",
    category: "exhibition",
    words: `
      expo, expos, *expo, exposition*, exhibition*, exhibitionevent, visualartsevent, tentoonstelling*,
      *tentoonstelling, *tentoonstellingen, vernissage*, finissage*, ausstellung*, *ausstellung, exposicion*,
      accrochage, installation artistique, installation sonore, installation d art, installation plastique,
      installation immersive, nl:installatie, retrospective, biennale, museal, visite de l exposition, visite libre,
      visites libres, vrij bezoek, vrije bezoeken, nocturne au musee, son et lumiere, parcours lumiere, parcours
      artistique, parcours d artistes, atelierroute, kunstroute, openatelier*, open atelier, open ateliers, ateliers
      d artistes, portes ouvertes d ateliers`,
  },
  {
    role: "kind",
    category: "film",
    words: `
      film, films, filmvoorstelling*, filmvertoning*, filmavond*, filmfestival*, filmclub*, openluchtfilm*, *film,
      projection*, projete, seance speciale, seances speciales, seance de cinema, avant premiere, cine, cine debat,
      cine debats, cine club, cine rencontre, cine concert, cine concerts, cineconcert, cine cafe, cinema en plein
      air, cine plein air, documentaire*, documentary, documentaries, court metrage, courts metrages, long metrage,
      moyens metrages, screening*, screeningevent, movie, movies, kino, vertoning*, openluchtcinema, film debat,
      film documentaire, ciclo de cine, pelicula, vostfr`,
  },
  {
    role: "kind",
    category: "talk",
    words: `
      conference*, table ronde, tables rondes, debat, debats, debate*, *debat, rencontre avec, rencontres avec,
      rencontre dedicace, rencontre debat, rencontre litteraire, rencontres litteraires, rencontre auteur,
      causerie*, colloque*, seminaire*, seminar*, symposium*, lezing*, *lezing, *lezingen, voordracht*, panel,
      paneel, talk, talks, en:lecture, en:lectures, lecture, lectures, en:reading, en:readings, dedicace*,
      webinaire*, webinar*, meetup*, talkshow, infosessie*, infoavond*, gesprek, gesprekken, *gesprek,
      boekvoorstelling*, voorstelling boek, auteurslezing*, reunion, reunions, reunion d information, reunion
      publique, information collective, infos collectives, info collective, journee d etude, journees d etudes,
      journee d etudes, forum, forums, congres, congress, salon du livre, fete du livre, foire du livre,
      boekenbeurs*, cafe philo, cafe science, cafe sciences, cafe createur, cafe litteraire, presentation,
      presentation de, presentation du, presentation des, presentation d, presentation flash, presentations,
      keynote, lightning talk, lightning talks, devroom*, nl:vertelling*, literaryevent, book club, book clubs,
      clubs de lecture, club de lecture, leesclub*, leesgroep*, science a la coque, pint of science, petit dejeuner,
      matinale, atelier conference, ag, assemblee generale, debat d idees, temps d echange, temps d echanges,
      question time, q a, ask me anything, summit, sommet, conferencia, charla, vortrag, vortrage, lesung, gesprach,
      expose, soutenance, diner debat, decrypt innov, rencontrez, venez rencontrer, echange avec, decouverte des
      metiers, decouverte du metier, decouvrez le metier, decouvrez les metiers, decouvrir les metiers, info
      metiers, metiers en tension`,
  },
  {
    role: "visit",
    category: "talk",
    words: `
      visite guidee, visites guidees, visite commentee, visites commentees, visite conference, visites conferences,
      visite decouverte, visite thematique, visites thematiques, visite guidee et commentee, visite insolite,
      visites insolites, randonnee commentee, randonnees commentees, sortie commentee, visite historique, visite
      accompagnee, visite privee, visite promenade, visite en lsf, visite urbaine, visite patrimoine, visite
      theatralisee, balade urbaine, balade commentee, balades commentees, balade guidee, balade patrimoine, balade
      historique, balade architecturale, promenade commentee, promenade guidee, promenade architecturale, promenade
      urbaine, promenade historique, parcours guide, parcours commente, circuit guide, circuit commente, circuit
      historique commente, balade contee, balades contees, visite contee, visite audio, flanerie, deambulation
      commentee, walking tour, walking tours, guided tour, guided tours, guided walk, guided walks, city walk,
      rondleiding*, *rondleiding, *rondleidingen, geleid bezoek, geleide bezoeken, geleide wandeling, geleide
      wandelingen, gidsbeurt*, stadswandeling*, wandeling*, *wandeling, *wandelingen, wandeling met gids, nl:gids,
      nl:gidsen, met gids, gegidste, gegidst, begeleide uitstap, verkenning op de fiets, fuhrung, stadtfuhrung,
      stadsbezoek, guide conferencier, guide conferenciere, guides conferenciers, avec un guide, accompagne d un
      guide, visites commentees par`,
  },
  {
    role: "kind",
    category: "party",
    words: `
      fete, fetes, nl:feest, nl:feesten, nl:*feest, nl:*feesten, fuif*, *fuif, party, dance party, *party, bal,
      bals, bal populaire, bal populaires, bal folk, bal masque, bal costume, bal du 14 juillet, boombal*, volksbal,
      bal swing, the dansant, thes dansants, concert dansant, concerts dansants, apero dansant, repas dansant, diner
      dansant, soiree dansante, apres midi dansant, dansavond*, dansnamiddag*, kermis*, *kermis, kermesse*,
      carnaval, carnavals, carnavalesque*, carnavalstoet*, carnival, clubbing, brocante*, vide grenier, vide
      greniers, vide dressing, braderie*, rommelmarkt*, prondelmarkt*, kerstmarkt*, marche de noel, marches de noel,
      guinguette*, reveillon*, disco, silent disco, oudejaar*, nieuwjaar*, banquet, karaoke*, soiree festive, block
      party, feu d artifice, feux d artifice, feux d artifices, vuurwerk*, fireworks, parade*, cortege*, *stoet,
      stoet, optocht*, foire aux, fete nationale, halloween, buurtfeest*, wijkfeest*, straatfeest*, festivites, bals
      dans, dj soiree, soiree dj, fete de quartier, fete des voisins, blind test`,
  },
  {
    role: "kind",
    category: "circus",
    words: `
      cirque*, *circus, circus*, clown*, acrobat*, jongl*, jugglin*, arts de la rue, art de la rue, arts du cirque,
      spectacle de rue, spectacles de rue, theatre de rue, straattheater*, straatact*, straatartiest*, trapez*, fil
      de fer, equilibriste*, funambule*, zirkus, circo, spectacle de magie, magicien*, goochel*, illusionniste*,
      mentalisme, magic show`,
  },
  {
    role: "kind",
    category: "music",
    words: `
      concert*, *concert, *concerten, konzert*, *konzert, concierto*, muziekoptreden*, optreden, optredens,
      *optreden, recital*, recitals, live music, jam session, jam sessions, jass session, jam, dj set, djset,
      musicevent, openluchtconcert, opera, operas, operette*, operetta, fete de la musique, fetes de la musique,
      feest van de muziek, festival de musique, festival de musiques, muziekfestival*, music festival, showcase,
      release party, cd voorstelling, album release, cafe chantant, cafe chantants, live band, dj, dj s, djs,
      deejay, deejays, tribute, tribute band, covergroep*, aubade, beiaard*, carillon, muziekspektakel`,
  },
  {
    role: "kind",
    category: "theatre",
    words: `
      piece de theatre, pieces de theatre, one man show, one woman show, seul en scene, seule en scene, seul e en
      scene, solo show, stand up comedy, fr:stand up, nl:stand up, fr:standup, nl:standup*, match d impro, theatre d
      impro, theatre d improvisation, spectacle d improvisation, impro, theatersport*, cabaret*, *cabaret, toneel,
      toneelstuk*, toneelvoorstelling*, theatervoorstelling*, comedy*, comedyevent, theaterevent, theaterstuk*, mise
      en scene, mis en scene, spectacle d humour, spectacle de theatre, representation theatrale, cafe theatre,
      revue, toneelrevue, muziektheater, theatre musical, comedie musicale, nl:musical, lecture theatralisee,
      theatre d objets, marionnettes, marionnette, marionettes, puppet*, poppentheater*, figurentheater*,
      figurenteater*, poppenspel*`,
  },
  {
    role: "kind",
    category: "dance",
    words: `
      spectacle de danse, spectacle de danses, danceevent, dansvoorstelling*, ballet*, choregraph*, performance
      dansee, gala de danse, dansspektakel, dance show, dance performance, danstheater, milonga*, battle de danse,
      battle hip hop, flashmob`,
  },
  {
    role: "loose",
    category: "theatre",
    words: `
      spectacle, spectacles, spectacle vivant, nl:voorstelling, nl:voorstellingen, *voorstelling, *voorstellingen,
      representation, representations, podiumkunst*, performing arts, showevent, scene nationale, nl:show, nl:*show`,
  },
  {
    role: "loose",
    category: "party",
    words: `
      soiree, soirees, receptie, buvette, apero, aperos, aperitif, afterwork, barbecue, pique nique, picknick, food
      truck, food trucks, foodtruck*, nouvel an, socialevent, foodevent`,
  },
  { role: "loose", category: "workshop", words: `formation, formations` },
  {
    role: "loose",
    category: "talk",
    words: `
      educationevent, businessevent, meeting, networking, rencontre*, conversation*, dialogue, entretien,
      entretiens, ontmoeting`,
  },
  { role: "loose", category: "circus", words: `magie, magic` },
  { role: "loose", category: "dance", words: `tango*, salsa, bachata, kizomba, flamenco` },
  { role: "loose", category: "music", words: `live, soundsystem, sound system, feat, acoustic, unplugged` },
  {
    role: "loose",
    category: "exhibition",
    words: `
      visite du chateau, visite du moulin, visite du temple, visite du monastere, visite du prieure, visite du
      donjon, visite du fort, visite du palais, visite du site, visite du monument, visite du mausolee, visite de l
      eglise, visite de l abbaye, visite de l hotel, visite de l oratoire, visite de l ancienne, visite de l ancien,
      visite de la chapelle, visite de la collegiale, visite de la basilique, visite de la cathedrale, visite de la
      tour, visite de la maison, visite de la villa, visite de la synagogue, visite de la crypte, visite de la
      bibliotheque, ouverture de l eglise, ouverture de la chapelle, ouverture exceptionnelle, musee, musees,
      museum, *museum, musea, nl:kunst, kunsthal, galerie, galeries, gallery, collection, collections`,
  },
  {
    role: "field",
    category: "dance",
    words: `
      danse, danses, danseur*, danseuse*, danse contemporaine, danst, nl:dans, nl:dansen, nl:*dans, danser*,
      nl:dansgroep*, en:dance, dance, dances, danza, tanz, breakdance, breaking, lindy hop, dansgezelschap*`,
  },
  {
    role: "field",
    category: "theatre",
    words: `
      theatre, theatres, contes, fr:conte, conteur, conteuse, theatral*, theater*, *theater, toneel*, comedie,
      comedies, comedien*, humour, humoriste*, humoristique, humor, acteurs, tragedie, mime, pantomime,
      improvisatie*, dramaturg*, monoloog, monologen, monologue, metteur en scene, metteuse en scene, mimespel, stuk
      van, texte de, komedie, klucht, teatro, cabaretier*, comedian*, sketch, sketchs, sketches, vaudeville,
      moliere, shakespeare, marivaux, feydeau, racine`,
  },
  {
    role: "field",
    category: "film",
    words: `
      cinema, cinemas, cinematographique*, cineast*, realisateur, realisatrice, bioscoop, cinema audiovisuel,
      audiovisuel, cinematheque, long metrages, vod`,
  },
  {
    role: "field",
    category: "exhibition",
    words: `
      photographie, photographies, photographe*, photographique*, photos, photo, photography, fotografie, fotograf*,
      peinture, peintures, peintre*, sculpture*, sculpteur*, sculptrice, dessins, aquarelle*, gravure*, ceramique*,
      plasticien*, arts plastiques, arts visuels, art contemporain, arts numeriques, schilderij*, schilder*,
      beeldhouw*, kunstenaar, kunstwerken, beeldende kunst, oeuvres, artworks, hedendaagse kunst, art exhibition,
      design, musees de france`,
  },
  {
    role: "field",
    category: "talk",
    words: `
      poezie, poesie, poetry*, slam, literatuur, litterature, litteraire*, literaire, literary, literature, lettres,
      livre, livres, boek, boeken, auteur, autrice, auteure, auteurs, dichter*, vertelling`,
  },
  {
    role: "field",
    category: "circus",
    words: `voltige, hula hoop, contorsion*, evenwichtskunst*`,
  },
  {
    role: "field",
    category: "music",
    words: `
      musique*, musical, musicale, musicaux, musicales, musicien*, musicienne*, music, muziek*, *muziek, muzikant*,
      muzikale, musik, musica, jazz*, rock, nl:pop, pop, pop rock, indie, indiepop, indierock, rap, rappeur*,
      rapper*, hip hop, hiphop, folk, blues, bluesrock, metal, hard rock, electro, electronica, elektronica, techno,
      house, drum n bass, reggae*, ska, dub, punk*, soul, funk*, r b, rnb, chanson*, chansonnier*, klezmer*, gospel,
      maloya, afrobeat, rumba, cumbia, samba, bossa nova, fado, world music, musiques du monde, balkan, swing,
      chorale*, choeur*, chant, chants, chanteur*, chanteuse*, chantent, chante, zang, zanger*, zangeres*, zangkoor,
      koor, *koor, koren, choir*, orchestr*, *orchestra, orkest*, *orkest, symphoni*, symfon*, philharmoni*,
      quatuor, trio, quintet*, quartet*, kwartet*, kwintet*, big band, bigband, brassband*, brass band, fanfare*,
      fanfares, harmonie, ensemble vocal, piano, pianist*, pianiste*, guitare*, guitariste*, gitaar*, gitarist*,
      guitar*, violon*, violoncell*, viool*, cello, altviool, accordeon*, orgue, orgues, orgel*, flute*, clarinet*,
      saxo*, trompet*, batterie, batteur, percussion*, drummer, bassist*, klavecimbel, clavecin, harpe, lyrique,
      baroque, barok*, mozart, bach, beethoven, schubert, vivaldi, chopin, brahms, schumann, mendelssohn, klassiek,
      liedjes, filmmuziek, liedjesprogramma, chanteuses, chansons, kleinkunst*, a capella, a cappella, acapella,
      muzikaal*, akoestisch*, percussie, hardcore, songs, songwriter*, album, nieuwe cd, covers, evergreens, band,
      bands, rockband*, coverband*, groove, groupe de musique, playlist, nummers, hits, live muziek, luisterlied*,
      levenslied*, smartlap*, crooner*, soprano*, tenor, mezzo, bariton*, baryton*`,
  },
]
