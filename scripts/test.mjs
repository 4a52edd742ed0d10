// `npm test`: installs what is missing (packages, Debian's chromium and ffmpeg), then runs every check in order and says how it went.
import { install } from "./project.mjs"
import { ensureBrowser, ensurePackage } from "./browser.mjs"
import { spawnSync } from "node:child_process"
import { runChecks } from "./check.mjs"

install()
ensureBrowser()
// What is played of a sound is made with it; the product does without.
ensurePackage("ffmpeg", () => spawnSync("ffmpeg", ["-version"]).error === undefined)
runChecks(["format", "lint", "messages", "types", "unused", "unit", "build", "product"])
