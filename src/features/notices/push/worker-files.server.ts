import { createHash } from "node:crypto"
import { Hono } from "hono"
import { standalonePage, standalonePolicy } from "#http/errors/standalone-page.ts"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type Language, languages } from "#i18n/languages.ts"
import { preloadedFonts } from "#ui/fonts/fonts.ts"
import { basenameOf, inLanguagePath, outsidePaths, paths } from "#web/paths.ts"
import { workerScript } from "./worker.server.ts"

const hashOf = (words: string) => createHash("sha256").update(words).digest("base64")

async function offlinePage(language: Language, site: string): Promise<string> {
  const t = messagesIn(language)
  return standalonePage({
    language,
    title: `${t("push.offline_title")} – ${site}`,
    heading: t("push.offline_title"),
    text: t("push.offline_text", { site }),
    again: t("push.offline_retry"),
  })
}

/** Serves the service worker, and its offline page in each language. */
export function workerFiles({ config }: Pick<World, "config">) {
  const made = Promise.all(
    languages.map(async (language) => [language, await offlinePage(language, config.siteName)] as const),
  ).then((pages) => {
    const mark = hashOf(JSON.stringify(pages)).replaceAll(/\W/g, "").slice(0, 12)
    const addresses = languages.map((one) => [basenameOf(one).slice(1), inLanguagePath(outsidePaths.offline(), one)])
    return { pages: new Map(pages), script: workerScript(mark, Object.fromEntries(addresses), preloadedFonts) }
  })
  const files = new Hono().get(paths.worker(), async (c) =>
    c.body((await made).script, 200, {
      "Content-Type": "text/javascript; charset=utf-8",
      // Revalidated each time a browser checks for a new worker.
      "Cache-Control": "no-cache",
    }),
  )
  for (const language of languages)
    files.get(inLanguagePath(outsidePaths.offline(), language), async (c) =>
      c.body((await made).pages.get(language) ?? "", 200, {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-cache",
        "Content-Security-Policy": standalonePolicy,
      }),
    )
  return files
}
