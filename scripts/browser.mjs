// The browsers of the tests: Debian's chromium, or the one CHROMIUM_PATH names; the same without a window, where there is one.
import { spawnSync } from "node:child_process"
import fs from "node:fs"

export const browserPath = process.env.CHROMIUM_PATH || "/usr/bin/chromium"
/** Chromium without a window; with a browser of one's own, that one. */
export const shellPath = process.env.CHROMIUM_PATH || "/usr/bin/chromium-headless-shell"

/** Installs Debian's chromium, with and without a window, when there is none, and says so. */
export function ensureBrowser() {
  const otherwise = "set CHROMIUM_PATH to a Chromium or Chrome"
  ensurePackage("chromium", () => fs.existsSync(browserPath), otherwise)
  ensurePackage("chromium-headless-shell", () => fs.existsSync(shellPath), otherwise)
}

/** Installs poppler's programs, which read PDFs, when there are none, and says so. */
export function ensurePoppler() {
  const reader = "pdfinfo"
  ensurePackage("poppler-utils", () => spawnSync(reader, ["-v"]).status === 0)
}

/** Installs ffmpeg, which makes of a sound what is played, when there is none, and says so. */
export function ensureFfmpeg() {
  const maker = "ffmpeg"
  ensurePackage("ffmpeg", () => spawnSync(maker, ["-version"]).status === 0)
}

/** Installs exiftool, which reads what a picture tells of its place and its camera, when there is none, and says so. */
export function ensureExiftool() {
  const reader = "exiftool"
  ensurePackage("libimage-exiftool-perl", () => spawnSync(reader, ["-ver"]).status === 0)
}

/** Installs openssl, which is the authority of two instances that meet, when there is none, and says so. */
export function ensureOpenssl() {
  ensurePackage("openssl", () => spawnSync("openssl", ["version"]).status === 0)
}

/** Installs a package of Debian's when `isThere` finds nothing, and says so; without it there is no going on. */
export function ensurePackage(name, isThere, otherwise) {
  if (isThere()) return
  console.log(`There is no ${name}: installing Debian's…`)
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"]
  const run = (...command) => {
    const [program, ...rest] = [...sudo, ...command]
    return spawnSync(program, rest, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status
  }
  run("apt-get", "update")
  if (run("apt-get", "install", "-y", "--no-install-recommends", name) !== 0 || !isThere()) {
    console.error(`${name} could not be installed; install it by hand${otherwise ? `, or ${otherwise}` : ""}`)
    process.exit(1)
  }
}
