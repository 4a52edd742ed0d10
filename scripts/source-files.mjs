// Determines the source files of this software: those it is built, run, tested and described by, and nothing else in its folder.
// Runs before anything is installed: no packages here.
import fs from "node:fs"
import path from "node:path"

/** The top-level entries; a test compares this list with the repository. */
const top = [
  ".ci",
  ".env.example",
  ".gitignore",
  ".oxfmtrc.json",
  ".oxlintrc.json",
  "CHANGELOG.md",
  "LICENSE",
  "NOTICE.md",
  "README.md",
  "docs",
  "knip.json",
  "package-lock.json",
  "package.json",
  "public",
  "react-router.config.ts",
  "redocly.yaml",
  "scripts",
  "src",
  "test",
  "tsconfig.json",
  "vite.config.ts",
  "vitest.config.ts",
]

/** Generated from the other files. */
const made = new Set(["node_modules", "src/i18n/gen"])
/** Never published, wherever such a file lies: settings, keys, dumps, logs, files of editors and systems. */
const secret = /^(\.env(?!\.example$).*|.*\.(pem|key|p12|pfx|crt|log|dump|sqlite|bak|swp|orig|eml)|\.DS_Store|.*~)$/i

/**
 * Lists the source files by their path from the root, in the same order everywhere: from a clone, from a plain folder and in an
 * image, with or without Git. Symbolic links lead elsewhere and are left out.
 * @param {string} root
 * @returns {string[]}
 */
export function sourceFiles(root) {
  /** @type {string[]} */
  const files = []
  /** @param {string} name @param {fs.Stats | fs.Dirent} entry */
  const add = (name, entry) => {
    const last = path.posix.basename(name)
    if (made.has(name) || last === "node_modules" || secret.test(last)) return
    if (entry.isFile()) files.push(name)
    if (!entry.isDirectory()) return
    for (const inside of fs.readdirSync(path.join(root, name), { withFileTypes: true }))
      if (!inside.name.startsWith(".") || name === ".ci") add(`${name}/${inside.name}`, inside)
  }
  for (const name of top) {
    const entry = fs.lstatSync(path.join(root, name), { throwIfNoEntry: false })
    if (entry) add(name, entry)
  }
  return files.sort((a, b) => (a < b ? -1 : 1))
}
