import { Link } from "react-router"
import { page } from "#web/page.ts"
import { paths } from "#web/paths.ts"
import type { Route } from "./+types/home"

const load = page(async ({ api }) => ({ events: await api.list("/api/contents/events/", { filter: "future", limit: 20 }) }))
export const loader = load.server
export const clientLoader = load.client

export default function Home({ loaderData: { events } }: Route.ComponentProps) {
  return (
    <ul>
      {events.items.map((event) => (
        <li key={event.id}>
          <Link to={paths.event(event.id)}>{event.title[event.language]}</Link> {event.next?.start}
        </li>
      ))}
    </ul>
  )
}
