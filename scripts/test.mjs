// `npm test`: installs what is missing (packages, Debian's chromium and ffmpeg), then runs every check in order and says how it went.
import { install } from "./project.mjs"
import { ensureBrowser, ensureFfmpeg, ensureOpenssl, ensurePoppler } from "./browser.mjs"
import { runChecks } from "./check.mjs"

install()
ensureBrowser()
ensurePoppler()
ensureFfmpeg()
ensureOpenssl()
runChecks(["format", "lint", "messages", "types", "unused", "unit", "build", "product"])
