/** Tells whether a licence lets everybody have a copy: all Creative Commons licences, Free Art, and the public domain. */
export function allowsCopies(licence: string | null): boolean {
  return /^\s*(cc\b|cc0|creative commons|public domain|domaine public|publiek domein|licence art libre|lal\b|free art)/i.test(
    licence ?? "",
  )
}

/** Returns the address of a Creative Commons licence's text; undefined for other licences. */
export function addressOfLicence(licence: string): string | undefined {
  if (/^\s*cc0/i.test(licence)) return "https://creativecommons.org/publicdomain/zero/1.0/"
  const [, kind, version = "4.0"] = /^\s*cc[ -](by(?:-nc)?(?:-sa|-nd)?)\b[ -]?(\d\.\d)?/i.exec(licence) ?? []
  return kind && `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/`
}
