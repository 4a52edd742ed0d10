/** Groups an IBAN in fours: `BE68 5390 0754 7034`. */
export function ibanInFours(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, "$1\u00A0")
}
