/** How long a password is, in characters (product: a sentence is welcome). */
export const passwordLength = { min: 10, max: 256 } as const

/** One way of writing what looks the same, so that a password typed on another keyboard is the same password. */
export function normalisePassword(password: string): string {
  return password.normalize("NFC")
}
