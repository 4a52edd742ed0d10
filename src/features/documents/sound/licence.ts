/** Does a licence let everybody have a copy? Creative Commons in all its forms, Free Art, and what belongs to nobody. */
export function allowsCopies(licence: string | null): boolean {
  return /^\s*(cc\b|cc0|creative commons|public domain|domaine public|publiek domein|licence art libre|lal\b|free art)/i.test(
    licence ?? "",
  )
}

/** Where the words of a Creative Commons licence stand; undefined of another one. */
export function addressOfLicence(licence: string): string | undefined {
  if (/^\s*cc0/i.test(licence)) return "https://creativecommons.org/publicdomain/zero/1.0/"
  const [, kind, version = "4.0"] = /^\s*cc[ -](by(?:-nc)?(?:-sa|-nd)?)\b[ -]?(\d\.\d)?/i.exec(licence) ?? []
  return kind && `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/`
}
