// `npm test`: installs what is missing (packages; Debian's chromium, ffmpeg, poppler, exiftool, openssl), then runs every check
// in order and prints the results.
import { install } from "./project.mjs"
import { ensurePackages } from "./browser.mjs"
import { quick, runChecks } from "./check.mjs"

const installed = ensurePackages(
  "chromium",
  "chromium-headless-shell",
  "ffmpeg",
  "libimage-exiftool-perl",
  "openssl",
  "poppler-utils",
)
install()
await installed
await runChecks([...quick, "unit", "build", "product"], ["build"])
