/**
 * Names of towns in French, Dutch and English where the three differ, because GeoNames lists names without their language. Each
 * line has the country and GeoNames' main name first.
 */
const different = `
BE Brussels: Bruxelles, Brussel, Brussels
BE Antwerpen: Anvers, Antwerpen, Antwerp
BE Antwerp: Anvers, Antwerpen, Antwerp
BE Gent: Gand, Gent, Ghent
BE Ghent: Gand, Gent, Ghent
BE Brugge: Bruges, Brugge, Bruges
BE Bruges: Bruges, Brugge, Bruges
BE Liège: Liège, Luik, Liège
BE Namur: Namur, Namen, Namur
BE Mons: Mons, Bergen, Mons
BE Leuven: Louvain, Leuven, Leuven
BE Mechelen: Malines, Mechelen, Mechelen
BE Aalst: Alost, Aalst, Aalst
BE Kortrijk: Courtrai, Kortrijk, Kortrijk
BE Oostende: Ostende, Oostende, Ostend
BE Ostend: Ostende, Oostende, Ostend
BE Tournai: Tournai, Doornik, Tournai
BE Ieper: Ypres, Ieper, Ypres
BE Tienen: Tirlemont, Tienen, Tienen
BE Tongeren: Tongres, Tongeren, Tongeren
BE Sint-Truiden: Saint-Trond, Sint-Truiden, Sint-Truiden
BE Sint-Niklaas: Saint-Nicolas, Sint-Niklaas, Sint-Niklaas
BE Lier: Lierre, Lier, Lier
BE Halle: Hal, Halle, Halle
BE Vilvoorde: Vilvorde, Vilvoorde, Vilvoorde
BE Dendermonde: Termonde, Dendermonde, Dendermonde
BE Oudenaarde: Audenarde, Oudenaarde, Oudenaarde
BE Geraardsbergen: Grammont, Geraardsbergen, Geraardsbergen
BE Ronse: Renaix, Ronse, Ronse
BE Roeselare: Roulers, Roeselare, Roeselare
BE Veurne: Furnes, Veurne, Veurne
BE Diksmuide: Dixmude, Diksmuide, Diksmuide
BE Nieuwpoort: Nieuport, Nieuwpoort, Nieuwpoort
BE De Panne: La Panne, De Panne, De Panne
BE Menen: Menin, Menen, Menen
BE Mouscron: Mouscron, Moeskroen, Mouscron
BE Comines: Comines, Komen, Comines
BE Ath: Ath, Aat, Ath
BE Lessines: Lessines, Lessen, Lessines
BE Enghien: Enghien, Edingen, Enghien
BE Soignies: Soignies, Zinnik, Soignies
BE Braine-le-Comte: Braine-le-Comte, 's-Gravenbrakel, Braine-le-Comte
BE Braine-l'Alleud: Braine-l'Alleud, Eigenbrakel, Braine-l'Alleud
BE Tubize: Tubize, Tubeke, Tubize
BE Nivelles: Nivelles, Nijvel, Nivelles
BE Wavre: Wavre, Waver, Wavre
BE Jodoigne: Jodoigne, Geldenaken, Jodoigne
BE Huy: Huy, Hoei, Huy
BE Waremme: Waremme, Borgworm, Waremme
BE Visé: Visé, Wezet, Visé
BE Bastogne: Bastogne, Bastenaken, Bastogne
BE Arlon: Arlon, Aarlen, Arlon
BE Schaarbeek: Schaerbeek, Schaarbeek, Schaerbeek
BE Schaerbeek: Schaerbeek, Schaarbeek, Schaerbeek
BE Ixelles: Ixelles, Elsene, Ixelles
BE Uccle: Uccle, Ukkel, Uccle
BE Saint-Gilles: Saint-Gilles, Sint-Gillis, Saint-Gilles
BE Forest: Forest, Vorst, Forest
BE Auderghem: Auderghem, Oudergem, Auderghem
BE Watermael-Boitsfort: Watermael-Boitsfort, Watermaal-Bosvoorde, Watermael-Boitsfort
BE Woluwe-Saint-Lambert: Woluwe-Saint-Lambert, Sint-Lambrechts-Woluwe, Woluwe-Saint-Lambert
BE Woluwe-Saint-Pierre: Woluwe-Saint-Pierre, Sint-Pieters-Woluwe, Woluwe-Saint-Pierre
BE Molenbeek-Saint-Jean: Molenbeek-Saint-Jean, Sint-Jans-Molenbeek, Molenbeek-Saint-Jean
BE Saint-Josse-ten-Noode: Saint-Josse-ten-Noode, Sint-Joost-ten-Node, Saint-Josse-ten-Noode
BE Berchem-Sainte-Agathe: Berchem-Sainte-Agathe, Sint-Agatha-Berchem, Berchem-Sainte-Agathe
FR Paris: Paris, Parijs, Paris
FR Lille: Lille, Rijsel, Lille
FR Dunkerque: Dunkerque, Duinkerke, Dunkirk
FR Dunkirk: Dunkerque, Duinkerke, Dunkirk
FR Arras: Arras, Atrecht, Arras
FR Cambrai: Cambrai, Kamerijk, Cambrai
FR Roubaix: Roubaix, Robeke, Roubaix
FR Tourcoing: Tourcoing, Toerkonje, Tourcoing
FR Boulogne-sur-Mer: Boulogne-sur-Mer, Bonen, Boulogne-sur-Mer
FR Saint-Omer: Saint-Omer, Sint-Omaars, Saint-Omer
FR Gravelines: Gravelines, Grevelingen, Gravelines
FR Bailleul: Bailleul, Belle, Bailleul
FR Hazebrouck: Hazebrouck, Hazebroek, Hazebrouck
FR Valenciennes: Valenciennes, Valencijn, Valenciennes
FR Strasbourg: Strasbourg, Straatsburg, Strasbourg
NL The Hague: La Haye, Den Haag, The Hague
NL 's-Hertogenbosch: Bois-le-Duc, 's-Hertogenbosch, 's-Hertogenbosch
NL Nijmegen: Nimègue, Nijmegen, Nijmegen
NL Groningen: Groningue, Groningen, Groningen
NL Leiden: Leyde, Leiden, Leiden
NL Vlissingen: Flessingue, Vlissingen, Flushing
NL Middelburg: Middelbourg, Middelburg, Middelburg
NL Sluis: L'Écluse, Sluis, Sluis
LU Luxembourg: Luxembourg, Luxemburg, Luxembourg
DE Aachen: Aix-la-Chapelle, Aken, Aachen
DE Köln: Cologne, Keulen, Cologne
DE Cologne: Cologne, Keulen, Cologne
DE Trier: Trèves, Trier, Trier
DE Koblenz: Coblence, Koblenz, Koblenz
DE Mainz: Mayence, Mainz, Mainz
DE Saarbrücken: Sarrebruck, Saarbrücken, Saarbrücken
DE München: Munich, München, Munich
DE Munich: Munich, München, Munich
DE Hamburg: Hambourg, Hamburg, Hamburg
DE Bremen: Brême, Bremen, Bremen
DE Hannover: Hanovre, Hannover, Hanover
DE Hanover: Hanovre, Hannover, Hanover
DE Nürnberg: Nuremberg, Neurenberg, Nuremberg
DE Frankfurt am Main: Francfort, Frankfurt, Frankfurt
DE Freiburg: Fribourg-en-Brisgau, Freiburg, Freiburg
DE Berlin: Berlin, Berlijn, Berlin
DE Dresden: Dresde, Dresden, Dresden
DE Augsburg: Augsbourg, Augsburg, Augsburg
DE Kleve: Clèves, Kleef, Kleve
GB London: Londres, Londen, London
GB Edinburgh: Édimbourg, Edinburgh, Edinburgh
GB Dover: Douvres, Dover, Dover
GB Canterbury: Cantorbéry, Canterbury, Canterbury
CH Genève: Genève, Genève, Geneva
CH Geneva: Genève, Genève, Geneva
CH Bern: Berne, Bern, Bern
CH Basel: Bâle, Bazel, Basel
CH Zürich: Zurich, Zürich, Zurich
CH Luzern: Lucerne, Luzern, Lucerne
IT Milan: Milan, Milaan, Milan
IT Turin: Turin, Turijn, Turin
IT Genoa: Gênes, Genua, Genoa
IT Venice: Venise, Venetië, Venice
IT Naples: Naples, Napels, Naples
ES Barcelona: Barcelone, Barcelona, Barcelona
ES Sevilla: Séville, Sevilla, Seville
ES Valencia: Valence, Valencia, Valencia
PT Lisbon: Lisbonne, Lissabon, Lisbon
AT Vienna: Vienne, Wenen, Vienna
CZ Prague: Prague, Praag, Prague
PL Warsaw: Varsovie, Warschau, Warsaw
DK Copenhagen: Copenhague, Kopenhagen, Copenhagen
GR Athens: Athènes, Athene, Athens
HU Budapest: Budapest, Boedapest, Budapest
RO Bucharest: Bucarest, Boekarest, Bucharest
RU Moscow: Moscou, Moskou, Moscow
UA Kyiv: Kiev, Kiev, Kyiv
EG Cairo: Le Caire, Caïro, Cairo
DZ Algiers: Alger, Algiers, Algiers
MX Mexico City: Mexico, Mexico-Stad, Mexico City
CN Beijing: Pékin, Peking, Beijing
`

type Names = { fr: string; nl: string; en: string }

const byTown = new Map(
  different
    .trim()
    .split("\n")
    .map((line): [string, Names] => {
      const [town = "", names = ""] = line.split(": ")
      const [fr = "", nl = "", en = ""] = names.split(", ")
      return [town, { fr, nl, en }]
    }),
)

/** Returns the name of a town in a language of the interface. */
export function townName(name: string, country: string, language: keyof Names): string {
  return byTown.get(`${country} ${name}`)?.[language] ?? name
}
