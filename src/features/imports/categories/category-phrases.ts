/** Phrases that contain a word of the lists but do not mean its category. */
export const ignoredPhrases = `
  la reunion, decouverte formation, fete de la science, fetes de la science, les enfants de, les enfants du, agence
  cinema spectacle, de l atelier, des ateliers, d un atelier, nos ateliers, leurs ateliers, gentse feesten,
  kinkyfeesten, de feesten, fetes de gand, salle des fetes, salle de spectacle, salle de spectacles, salle de
  concert, salle de concerts, salle de cinema, maison des jeunes, maison de la jeunesse, 1 jeune 1 solution,
  wereldtentoonstelling, wereldtentoonstellingen, exposition universelle, en cours, au cours, du cours, cours d eau,
  dans le, dans la, dans les, dans l, dans un, dans une, dans des, dans ce, dans cet, dans cette, dans ces, dans
  nos, dans vos, dans votre, dans notre, dans son, dans sa, dans ses, dans mon, dans ma, dans mes, dans leur, dans
  leurs, dans quel, dans tout, dans tous, dans d, place du theatre, rue du theatre, metiers de la culture et du
  spectacle, intermittent du spectacle, artistes et techniciens du spectacle, intermittents du spectacle,
  techniciens du spectacle, jour de fete, jours de fete, fetes de fin d annee, film plastique, film alimentaire,
  carte blanche, lieu d exposition, parc des expositions, paris expo, parc expo, hall des expositions, foire expo,
  foire exposition, comite des fetes, maison de la danse, maison du theatre, ecole de musique, conservatoire de
  musique, academie de musique, cite de la musique, palais du cinema, opera national, opera garnier, opera bastille,
  opera comique, comedie francaise, stand up paddle, voice kids, groot en klein, jong en oud, jeu concours, de
  rencontre en, film de presentation, marche du travail, marche de l emploi, marche public, semaine de l industrie,
  q music, livre d or, house of, open house, big screen, point de rencontre, salle de conference, salle de
  conferences, centre de conferences, conference room, conference call`
