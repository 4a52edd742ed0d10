/** Allowed length of a password in characters; product: a whole sentence is welcome. */
export const passwordLength = { min: 10, max: 256 } as const

/** Normalises a password to Unicode NFC, so that the same characters typed on another keyboard give the same password. */
export function normalisePassword(password: string): string {
  return password.normalize("NFC")
}
