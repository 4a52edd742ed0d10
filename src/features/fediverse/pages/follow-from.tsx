import { redirect } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { ArrowLeft } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { HomeServerForm } from "#web/following/home-server-form.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import type { PageHandle } from "#web/navigation/page-handle.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { failureOf } from "#web/api/problems.ts"
import type { HomeServerIntent } from "#web/following/home-server.ts"
import type { Route } from "./+types/follow-from"

type Loaded = {
  actor: { fid: string; name: string; handle: string }
  sent: { server: string; way?: HomeServerIntent; error?: string } | undefined
}

// A page that is not on the Fediverse cannot be followed from another server.
export const handle: PageHandle<Loaded> = { check: ({ actor }) => actor.handle !== "" }

const load = page(async ({ api, params, url }: PageArguments<{ fid: string }>): Promise<Loaded> => {
  const { fid, name, handle: own, url: object, status } = await api.get("/api/actors/{fid}/", { fid: params.fid })
  if (fid !== params.fid) throw redirect(paths.followFromElsewhere(fid) + url.search, 301)
  const server = url.searchParams.get("server")?.trim().slice(0, 300)
  const actor = { fid, name, handle: status === "published" ? own : "" }
  if (!server || !actor.handle) return { actor, sent: undefined }
  try {
    const way = await api.get("/api/fediverse/intents/", { handle: server, object })
    return { actor, sent: { server, way } }
  } catch (error) {
    const said = failureOf(error)?.said
    const sentence = said?.fields.handle?.join(" ") ?? said?.detail
    if (!sentence) throw error
    return { actor, sent: { server, error: sentence } }
  }
}, handle)
export const loader = load.server
export const clientLoader = load.client

/** Lets somebody follow a page from their own server without script: a field, and then a link to follow. */
export default function FollowFromPage({ loaderData: { actor, sent } }: Route.ComponentProps) {
  const t = useMessages()
  const title = t("fediverse.from_own_title", { name: actor.name })
  return (
    <div className="wrap narrow grid gap-3 py-3">
      <PageMeta title={title} noindex />
      <Link className="up" to={paths.actor(actor.fid)}>
        <ArrowLeft />
        <span className="truncate">{actor.name}</span>
      </Link>
      <h1 className="d2" tabIndex={-1}>
        {title}
      </h1>
      <HomeServerForm key={sent?.server} subject={actor} {...(sent && { sent })} />
    </div>
  )
}
