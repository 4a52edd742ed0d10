import { useRouteLoaderData } from "react-router"
import type { Site } from "./request.ts"

/** Returns the instance's facts; undefined only where the root itself failed. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<{ site: Site }>("root")?.site
}
