// Compresses the client files once at the highest level: the server sends them unchanged.
import fs from "node:fs"
import path from "node:path"
import zlib from "node:zlib"

const folder = process.argv[2]
if (!folder) throw new Error("compress.mjs <folder>")
for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(m?js|css|svg|json|txt|webmanifest)$/.test(entry.name)) continue
  const file = path.join(entry.parentPath, entry.name)
  const bytes = fs.readFileSync(file)
  if (bytes.length < 500) continue
  fs.writeFileSync(
    `${file}.br`,
    zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }),
  )
  fs.writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }))
}
