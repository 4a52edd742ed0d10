import sharp from "sharp"

// Files for uploads, generated on demand: they contain nobody's work.

/** Returns a picture of this size with a circle in it. */
export async function drawnImage(width = 900, height = 600, format: "jpeg" | "png" | "webp" | "gif" = "jpeg") {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#274"/><circle cx="${width * 0.7}" cy="${height * 0.3}" r="${Math.min(width, height) / 5}" fill="#fc3"/></svg>`
  return sharp(Buffer.from(drawing)).toFormat(format).toBuffer()
}

/** Returns a PDF with one empty page. */
export function emptyPdf(words = "") {
  return Buffer.from(
    `%PDF-1.4\n%${words}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  )
}

/** Returns a form with a file in it, as a browser sends it. */
export function formWith(bytes: Uint8Array, name: string, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set("file", new File([new Uint8Array(bytes)], name))
  return form
}
