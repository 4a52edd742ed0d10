/** Words that name the kind of a thing rather than the thing, and make poor initials. */
const generic = new Set(
  (
    "le la les l un une des du de d et a à au aux the an of and het een en van der den vzw asbl cie compagnie company collectif " +
    "collective collectief cinéma cinema théâtre theatre theater atelier chapelle chapiteau maison salle studio centre center " +
    "centrum festival orchestre ensemble fanfare groupe groep association galerie gallery galerij librairie bibliothèque musée " +
    "museum espace trio duo plateforme"
  ).split(" "),
)

/** Makes two letters that stand for a name: « Compagnie des Seuils » is Se, « Odalys Brème » is Od. */
export function initials(name: string): string {
  const words = name
    .normalize("NFC")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const word = words.find((one) => !generic.has(one.toLowerCase()) && one.length > 1) ?? words[0] ?? "?"
  const [first = "?", second = ""] = [...word]
  return first.toUpperCase() + second.toLowerCase()
}
