import { type PageArguments, page } from "#web/page.ts"
import type { Route } from "./+types/show"

const load = page(({ api, params }: PageArguments<{ id: string }>) =>
  api.get("/api/contents/events/{id}/", { id: params.id }),
)
export const loader = load.server
export const clientLoader = load.client

export default function EventPage({ loaderData: event }: Route.ComponentProps) {
  return <h1>{event.title[event.language]}</h1>
}
