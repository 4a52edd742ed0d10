// The browsers of the tests: Debian's Chromium with and without a window, or the one CHROMIUM_PATH names.
import { spawnSync } from "node:child_process"
import fs from "node:fs"

export const browserPath = process.env.CHROMIUM_PATH || "/usr/bin/chromium"
/** Path of the Chromium without a window; CHROMIUM_PATH when it is set. */
export const shellPath = process.env.CHROMIUM_PATH || "/usr/bin/chromium-headless-shell"

/** Installs Debian's Chromium, with and without a window, when it is missing, and prints that. */
export function ensureBrowser() {
  const otherwise = "set CHROMIUM_PATH to a Chromium or Chrome"
  ensurePackage("chromium", () => fs.existsSync(browserPath), otherwise)
  ensurePackage("chromium-headless-shell", () => fs.existsSync(shellPath), otherwise)
}

/** Installs poppler's programs, which read PDFs, when they are missing, and prints that. */
export function ensurePoppler() {
  const reader = "pdfinfo"
  ensurePackage("poppler-utils", () => spawnSync(reader, ["-v"]).status === 0)
}

/** Installs ffmpeg, which converts sounds for playback, when it is missing, and prints that. */
export function ensureFfmpeg() {
  const maker = "ffmpeg"
  ensurePackage("ffmpeg", () => spawnSync(maker, ["-version"]).status === 0)
}

/** Installs exiftool, which reads the place and camera stored in a picture, when it is missing, and prints that. */
export function ensureExiftool() {
  const reader = "exiftool"
  ensurePackage("libimage-exiftool-perl", () => spawnSync(reader, ["-ver"]).status === 0)
}

/** Installs openssl, which is the certificate authority of two test instances, when it is missing, and prints that. */
export function ensureOpenssl() {
  ensurePackage("openssl", () => spawnSync("openssl", ["version"]).status === 0)
}

/** Installs a Debian package when `isThere` returns false, and prints that; exits when it cannot. */
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
