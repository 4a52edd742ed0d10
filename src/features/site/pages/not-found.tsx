import { data } from "react-router"
import { pageNotFound } from "#web/navigation/page-handle.ts"

/** Answers any unknown address: 404, Page Not Found plus the path (specification §2). */
export function loader({ request }: { request: Request }) {
  throw data({ code: "page_not_found" }, { status: 404, statusText: pageNotFound(new URL(request.url)) })
}

export default function NotFound() {
  return null
}
