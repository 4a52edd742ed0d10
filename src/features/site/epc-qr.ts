import { create } from "qrcode"

/** The recipient of a transfer. */
export type Account = { name: string; iban: string; bic?: string | undefined }

const longest = { name: 70, remittance: 140, payload: 331 }

/**
 * Returns the text of a SEPA credit transfer, as banking apps read it from a QR code (EPC069-12, version 002, UTF-8).
 * @param euros the suggested amount, which the payer may change
 * @param remittance free text that the beneficiary reads; cut at 140 characters, or where the 331 bytes are full
 */
export function epcPayload(account: Account, euros: number, remittance: string): string {
  const lines = (words: string) => [
    "BCD", // service tag
    "002", // version: the BIC is optional
    "1", // UTF-8
    "SCT",
    account.bic ?? "",
    cut(account.name, longest.name),
    account.iban.replaceAll(/\s/g, "").toUpperCase(),
    `EUR${euros.toFixed(2)}`,
    "", // purpose
    "", // structured reference: empty, because the free text is used
    words,
  ]
  const payload = (words: string) => lines(words).join("\n")
  let words = cut(remittance, longest.remittance)
  while (words !== "" && bytesOf(payload(words)) > longest.payload) words = [...words].slice(0, -1).join("").trim()
  return payload(words)
}

/** A QR code as one path of unit squares, with the required quiet zone of four modules around it. */
export type QrDrawing = { size: number; path: string }

/** Draws a text as a QR code with error correction M, as EPC069-12 requires. */
export function qrDrawing(text: string): QrDrawing {
  const quiet = 4
  const { modules } = create(text, { errorCorrectionLevel: "M" })
  let path = ""
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(y, x)) continue
      let run = 1
      while (x + run < modules.size && modules.get(y, x + run)) run++
      path += `M${x + quiet} ${y + quiet}h${run}v1h-${run}z`
      x += run
    }
  }
  return { size: modules.size + 2 * quiet, path }
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

function cut(text: string, most: number): string {
  return [...text.replaceAll(/\s+/g, " ").trim()].slice(0, most).join("").trim()
}
