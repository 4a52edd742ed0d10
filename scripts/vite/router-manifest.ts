import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

type Route = { imports?: string[] | undefined; [known: string]: unknown }
type Routes = { entry: { imports: string[] }; routes: Record<string, Route> }

/**
 * Screens that few visitors open, or that are reached from a mail or without script by a full page load: their files are
 * discovered during loading, one step later.
 */
const seldom =
  /^features\/(admin|moderation|webhooks|accounts\/pages\/(authorize|programs)|follows\/pages|newsletters\/pages\/(manage|confirm))\b/

const opening = "window.__reactRouterManifest="

/**
 * Shortens React Router's manifest of all screens, which every visitor gets. It names the files each screen needs, so that they
 * are loaded in parallel: files that the first page has loaded already are left out, the others are sorted, so that they compress
 * better, and false flags (`"hasClientAction":false`) are left out. 5.8 KB become 4.9.
 */
export function shortenManifest(client: string): void {
  const folder = join(client, "assets")
  const files = readdirSync(folder).filter((name) => /^manifest-\w+\.js$/.test(name))
  const [file = ""] = files
  const text = files.length === 1 ? readFileSync(join(folder, file), "utf8") : ""
  if (!text.startsWith(opening))
    throw new Error("React Router writes its list of screens otherwise now: see scripts/vite/router-manifest.ts")

  const manifest = JSON.parse(text.slice(opening.length).replace(/;$/, "")) as Routes
  const loaded = new Set(manifest.entry.imports)
  const named = new Map<string, number>()
  for (const [name, route] of Object.entries(manifest.routes)) if (seldom.test(name)) route.imports = []
  for (const { imports = [] } of Object.values(manifest.routes))
    for (const name of imports) named.set(name, (named.get(name) ?? 0) + 1)
  const often = (name: string) => named.get(name) ?? 0
  for (const route of Object.values(manifest.routes)) {
    route.imports = route.imports
      ?.filter((name) => !loaded.has(name))
      .sort((a, b) => often(b) - often(a) || (a < b ? -1 : 1))
    for (const [name, value] of Object.entries(route)) if (value === false) delete route[name]
  }
  writeFileSync(join(folder, file), `${opening}${JSON.stringify(manifest)};`)
}
