import { isRouteErrorResponse, Outlet, useLocation, useRouteError } from "react-router"
import { isLoadError } from "#lib/reload.ts"
import { LostScreen } from "#ui/loading/lost.tsx"
import { Failure } from "./failure.tsx"

/** Renders every page inside the frame, so that an error in a page leaves the frame intact. */
export default function Screen() {
  return <Outlet />
}

/** Replaces a failed page; header, menu and footer stay. */
export function ErrorBoundary() {
  const error = useRouteError()
  const { key } = useLocation()
  // A new instance for each page, because the next page may load.
  return !isRouteErrorResponse(error) && isLoadError(error) ? <LostScreen key={key} /> : <Failure error={error} />
}
