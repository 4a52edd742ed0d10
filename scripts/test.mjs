// `npm test`: installs what is missing (packages, Debian's chromium), then runs every check in order and says how it went.
import { install } from "./project.mjs"
import { ensureBrowser, ensurePoppler } from "./browser.mjs"
import { runChecks } from "./check.mjs"

install()
ensureBrowser()
ensurePoppler()
runChecks(["format", "lint", "messages", "types", "unused", "unit", "build", "product"])
