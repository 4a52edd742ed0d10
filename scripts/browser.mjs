// Programs of Debian's that the tests and benchmarks use, and the browsers among them: Chromium with and without a window, or the
// one CHROMIUM_PATH names.
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"

export const browserPath = process.env.CHROMIUM_PATH || "/usr/bin/chromium"
/** Path of the Chromium without a window; CHROMIUM_PATH when it is set. */
export const shellPath = process.env.CHROMIUM_PATH || "/usr/bin/chromium-headless-shell"

const runs = (program, ...args) => spawnSync(program, args).error === undefined

/** Debian's packages that the tests and benchmarks use, each with what tells that it is there. */
const packages = {
  chromium: () => fs.existsSync(browserPath),
  "chromium-headless-shell": () => fs.existsSync(shellPath),
  ffmpeg: () => runs("ffmpeg", "-version"), // converts sounds for playback
  "libimage-exiftool-perl": () => runs("exiftool", "-ver"), // reads the place and camera stored in a picture
  openssl: () => runs("openssl", "version"), // the certificate authority of two test instances
  "poppler-utils": () => runs("pdfinfo", "-v"), // reads PDFs
  wrk: () => runs("wrk", "--version"),
}

/**
 * Installs those of Debian's packages that are missing, all at once, and prints which; exits when it cannot. What is done before
 * the promise is awaited goes on beside it.
 */
export async function ensurePackages(...names) {
  const missing = names.filter((name) => !packages[name]())
  if (missing.length === 0) return
  console.log(`Installing Debian's ${missing.join(", ")}…`)
  const apt = process.getuid?.() === 0 ? "apt-get" : "sudo apt-get"
  // One shell for both, since a caller that waits for something else would keep Node from starting the second.
  const install = spawn("sh", ["-c", `${apt} update; ${apt} install -y --no-install-recommends ${missing.join(" ")}`], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  })
  const [status] = await once(install, "exit")
  const left = missing.filter((name) => !packages[name]())
  if (status === 0 && left.length === 0) return
  const otherwise = missing.includes("chromium") ? ", or set CHROMIUM_PATH to a Chromium or Chrome" : ""
  console.error(`${(left.length > 0 ? left : missing).join(", ")} could not be installed; install by hand${otherwise}`)
  process.exit(1)
}

/** Installs Debian's Chromium, with and without a window, when it is missing, and prints that. */
export const ensureBrowser = () => ensurePackages("chromium", "chromium-headless-shell")
