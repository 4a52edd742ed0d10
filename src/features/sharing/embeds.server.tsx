import { createHash } from "node:crypto"
import { type Context, Hono } from "hono"
import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { findActor, findRenamed } from "#features/actors/queries.server.ts"
import { isSlug } from "#features/agendas/agenda.ts"
import { findAgenda } from "#features/agendas/queries.server.ts"
import { documentId } from "#features/documents/access/queries.server.ts"
import { findDocument } from "#features/documents/queries.server.ts"
import { findMerged } from "#features/events/access/queries.server.ts"
import { findEvent, listWholeEvents } from "#features/events/queries.server.ts"
import { fileAnswer } from "#http/files/file-answers.ts"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type Language, languages } from "#i18n/languages.ts"
import { Refusal } from "#lib/refusal.ts"
import { MessagesProvider } from "#i18n/messages-context.ts"
import { preloadedFonts } from "#ui/fonts/fonts.ts"
import { inks, posterNight } from "#ui/poster/inks.ts"
import posterStyle from "#ui/styles/poster.css?inline"
import { paths, basenameOf, languageOfPrefix } from "#web/paths.ts"
import style from "./embed.css?inline"
import { ActorAgenda, EventLine, EventSheet, Gone, ListAgenda, SoundLine } from "./embed-cards.tsx"
import { isTheme } from "./snippets.ts"

const listed = 10

/**
 * Serves the cards that other sites show in a frame: `/embed/events/{id}?look=line|poster`, `/embed/actors/{fid}` and
 * `/embed/agendas/{slug}`, each with `theme=auto|light|dark`, in the language of their address. They contain no script and may be
 * framed anywhere.
 */
export function embeds({ db, config }: World) {
  const app = new Hono()
  for (const prefix of ["", ...languages.map((one) => `/${one}`)]) {
    const language: Language = languageOfPrefix(prefix.slice(1)) ?? "fr"
    const instance = { siteName: config.siteName, base: config.publicUrl + basenameOf(language) }
    const show = (c: Context, title: string, card: ReactNode, canonical: string | undefined) =>
      cardAnswer(c, { title, card, language, canonical })

    app.get(`${prefix}/embed/events/:id`, async (c) => {
      const id = c.req.param("id")
      const isNumber = /^\d{1,15}$/.test(id)
      const event = isNumber ? await findEvent(db, null, Number(id), config) : undefined
      const merged = isNumber && !event ? await findMerged(db, null, Number(id)) : undefined
      if (merged) return moved(c, `${prefix}/embed/events/${merged}`)
      if (!event) return show(c, config.siteName, <Gone of="event" {...instance} />, undefined)
      const Card = c.req.query("look") === "poster" ? EventSheet : EventLine
      const title = event.title[language] ?? event.title[event.language] ?? ""
      return show(c, title, <Card event={event} {...instance} />, `${instance.base}${paths.event(event.id)}`)
    })

    app.get(`${prefix}/embed/sounds/:id`, async (c) => {
      const sound = await soundOf(c.req.param("id"))
      if (!sound) return show(c, config.siteName, <Gone of="sound" {...instance} />, undefined)
      const page = `${instance.base}${paths.sound(sound.id)}`
      return show(c, sound.title, <SoundLine sound={sound} {...instance} />, page)
    })

    app.get(`${prefix}/embed/actors/:fid`, async (c) => {
      const fid = c.req.param("fid")
      const isName = fid.length <= 400 && fid.isWellFormed() && !fid.includes("\0")
      const actor = isName ? await findActor(db, null, fid, config) : undefined
      const renamed = isName && !actor ? await findRenamed(db, null, fid) : undefined
      if (renamed) return moved(c, `${prefix}/embed/actors/${renamed}`)
      if (!actor) return show(c, config.siteName, <Gone of="page" {...instance} />, undefined)
      const events = await listWholeEvents(db, { actor: fid, filter: "future" }, config, listed)
      const card = <ActorAgenda actor={actor} events={events} {...instance} />
      return show(c, actor.name, card, `${instance.base}${paths.actor(actor.fid)}`)
    })

    app.get(`${prefix}/embed/agendas/:slug`, async (c) => {
      const slug = c.req.param("slug")
      const agenda = isSlug(slug) ? await findAgenda(db, slug, config) : undefined
      if (!agenda) return show(c, config.siteName, <Gone of="list" {...instance} />, undefined)
      if (agenda.slug !== slug) return moved(c, `${prefix}/embed/agendas/${agenda.slug}`)
      const events = await listWholeEvents(db, { agenda: agenda.id, filter: "future" }, config, listed)
      const card = <ListAgenda agenda={agenda} events={events} {...instance} />
      return show(c, agenda.name, card, `${instance.base}${paths.agenda(agenda.slug)}`)
    })
  }
  return app

  /** Returns a sound that anybody with its address may hear. */
  async function soundOf(id: string) {
    try {
      const document = await findDocument(db, null, documentId(id), config)
      return document.sound ? document : undefined
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }
}

/** Redirects a card to its present address. A browser refuses to follow this in a frame unless it may be framed itself. */
function moved(c: Context, path: string): Response {
  return c.body(null, 301, { ...headers, Location: path + new URL(c.req.url).search })
}

type Card = { title: string; card: ReactNode; language: Language; canonical: string | undefined }

/** Returns a complete page; a card without a canonical address means that nothing was found, and the status says so. */
function cardAnswer(c: Context, { title, card, language, canonical }: Card): Response {
  const asked = c.req.query("theme")
  const page = renderToStaticMarkup(
    <html lang={language} data-theme={isTheme(asked) ? asked : "auto"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {canonical && <link rel="canonical" href={canonical} />}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        {/* Has an accessible name, because the page that previews the card has a main element of its own. */}
        <main aria-label={title}>
          <MessagesProvider value={messagesIn(language)}>{card}</MessagesProvider>
        </main>
      </body>
    </html>,
  )
  const html = `<!doctype html>${page}`
  if (!canonical) return c.body(html, 404, { ...headers, "Content-Type": type })
  return fileAnswer(c, html, { type, headers })
}

const type = "text/html; charset=utf-8"
const [posterFont, interfaceFont] = preloadedFonts
const inkNames = Object.entries(inks).flatMap(([name, trio]) =>
  trio.map((colour, at) => `--ink-${name}${at > 0 ? `-${at + 1}` : ""}:${colour}`),
)
const styles = [
  `@font-face{font-family:"Special Gothic Condensed One";src:url("${posterFont}") format("woff2");font-display:swap}`,
  `@font-face{font-family:"Special Gothic Variable";src:url("${interfaceFont}") format("woff2");font-weight:400 700;font-stretch:75% 125%;font-display:swap}`,
  `:root{--poster-night:${posterNight};${inkNames.join(";")}}`,
  posterStyle,
  style,
].join("\n")

/** Content security policy: only the card's own style, and images and fonts of this site; any site may frame it. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(styles).digest("base64")}'`,
  "style-src-attr 'unsafe-inline'",
  "img-src 'self'",
  "media-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors *",
].join("; ")
const headers = {
  "Content-Security-Policy": policy,
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Referrer-Policy": "no-referrer",
}
