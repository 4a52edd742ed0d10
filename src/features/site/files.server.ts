import { Hono } from "hono"
import type { World } from "#http/world.ts"
import { paths } from "#web/paths.ts"
import { sitemapActors, sitemapEvents } from "./queries.server.ts"
import { type Language, languages } from "#i18n/languages.ts"

const perSitemap = 10_000
const staticPages = [
  paths.home(),
  paths.events(),
  paths.actors(),
  paths.openings(),
  paths.activities(),
  paths.sounds(),
  paths.fediverseAccounts(),
  paths.about(),
  paths.server(),
]

/** Serves robots.txt and the sitemap: an index, the pages, then events and actors by 10,000 (sitemaps.org 0.9). */
export function siteFiles(world: World) {
  const { config, db } = world
  const xml = (body: string) =>
    new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
      headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=600" },
    })

  return new Hono()
    .get("/robots.txt", (c) =>
      c.text(
        `User-agent: *\nDisallow: /api/\nDisallow: /me$\nDisallow: /me/\nDisallow: /*/me$\nDisallow: /*/me/\nAllow: /api/docs/\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`,
      ),
    )
    .get("/sitemap.xml", async () => {
      const [events, actors] = await Promise.all([
        db
          .selectFrom("events")
          .select((e) => e.fn.countAll<number>().as("count"))
          .where("listed", "=", true)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom("actors")
          .select((e) => e.fn.countAll<number>().as("count"))
          .where("status", "=", "published")
          .where("in_directory", "=", true)
          .executeTakeFirstOrThrow(),
      ])
      const parts = (kind: string, count: number) =>
        Array.from(
          { length: Math.ceil(count / perSitemap) },
          (_, at) => `${config.publicUrl}/sitemap-${kind}-${at + 1}.xml`,
        )
      const files = [
        `${config.publicUrl}/sitemap-pages.xml`,
        ...parts("events", Number(events.count)),
        ...parts("actors", Number(actors.count)),
      ]
      return xml(
        `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${files.map((file) => `<sitemap><loc>${file}</loc></sitemap>`).join("\n")}\n</sitemapindex>`,
      )
    })
    .get("/sitemap-pages.xml", () =>
      xml(
        urlset(
          config.publicUrl,
          staticPages.map((path) => ({ path })),
        ),
      ),
    )
    .get("/:file{sitemap-events-[1-9][0-9]{0,5}\\.xml}", async (c) => {
      const rows = await sitemapEvents(db, (partOf(c.req.param("file")) - 1) * perSitemap, perSitemap)
      if (rows.length === 0) return c.notFound()
      return xml(
        urlset(
          config.publicUrl,
          rows.map((row) => ({ path: paths.event(row.id), changed: row.updated_at })),
        ),
      )
    })
    .get("/:file{sitemap-actors-[1-9][0-9]{0,5}\\.xml}", async (c) => {
      const rows = await sitemapActors(db, (partOf(c.req.param("file")) - 1) * perSitemap, perSitemap)
      if (rows.length === 0) return c.notFound()
      return xml(
        urlset(
          config.publicUrl,
          rows.map((row) => ({ path: paths.actor(row.fid), changed: row.updated_at })),
        ),
      )
    })
}

function partOf(file: string) {
  return Number(/\d+/.exec(file)?.[0] ?? 1)
}

function urlset(publicUrl: string, entries: { path: string; changed?: Date }[]) {
  const address = (path: string, language: Language) =>
    `${publicUrl}${language === "fr" ? path : `/${language}${path === "/" ? "" : path}`}`
  const urls = entries.map(({ path, changed }) => {
    const alternates = languages
      .map((language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address(path, language)}"/>`)
      .join("")
    return `<url><loc>${address(path, "fr")}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ""}${alternates}</url>`
  })
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join("\n")}\n</urlset>`
}
