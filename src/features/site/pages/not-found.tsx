import { data } from "react-router"

/** Any unknown route: 404, Page Not Found plus the path (specification §2). */
export function loader({ request }: { request: Request }) {
  throw data({ code: "page_not_found" }, { status: 404, statusText: `Page Not Found: ${new URL(request.url).pathname}` })
}

export default function NotFound() {
  return null
}
