import { isRouteErrorResponse, Outlet, useLocation, useRouteError } from "react-router"
import { isLost } from "#lib/reload.ts"
import { LostScreen } from "#ui/loading/lost.tsx"
import { Failure } from "./failure.tsx"

/** Every page, inside of what stands around it: what fails in one takes nothing else away. */
export default function Screen() {
  return <Outlet />
}

/** In place of a page that failed; header, menu and footer stay. */
export function ErrorBoundary() {
  const error = useRouteError()
  const { key } = useLocation()
  // Of each page anew: the next one may be there to be loaded.
  return !isRouteErrorResponse(error) && isLost(error) ? <LostScreen key={key} /> : <Failure error={error} />
}
