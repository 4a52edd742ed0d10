// The browser of the tests: Debian's chromium, or the one CHROMIUM_PATH names.
import { spawnSync } from "node:child_process"
import fs from "node:fs"

export const browserPath = process.env.CHROMIUM_PATH || "/usr/bin/chromium"

/** Installs Debian's chromium when there is none, and says so. */
export function ensureBrowser() {
  if (fs.existsSync(browserPath)) return
  console.log(`No browser at ${browserPath}: installing Debian's chromium…`)
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"]
  const run = (...command) => {
    const [name, ...rest] = [...sudo, ...command]
    return spawnSync(name, rest, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status
  }
  run("apt-get", "update")
  if (run("apt-get", "install", "-y", "--no-install-recommends", "chromium") !== 0 || !fs.existsSync(browserPath)) {
    console.error("chromium could not be installed; install it by hand, or set CHROMIUM_PATH to a Chromium or Chrome")
    process.exit(1)
  }
}
