import { readFileSync } from "node:fs"

/** Returns the text of the example configuration. */
export function envExample(): string {
  return readFileSync(new URL("../.env.example", import.meta.url), "utf8")
}

/** Returns the names of the variables in it. */
export function variablesOfExample(): string[] {
  return [...envExample().matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name as string)
}
