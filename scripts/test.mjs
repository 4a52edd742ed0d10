// `npm test`: installs what is missing (packages; Debian's chromium, ffmpeg, poppler, exiftool, openssl), then runs every check
// in order and prints the results.
import { install } from "./project.mjs"
import { ensureBrowser, ensureExiftool, ensureFfmpeg, ensureOpenssl, ensurePoppler } from "./browser.mjs"
import { quick, runChecks } from "./check.mjs"

install()
ensureBrowser()
ensurePoppler()
ensureFfmpeg()
ensureExiftool()
ensureOpenssl()
await runChecks([...quick, "unit", "build", "product"], ["build"])
