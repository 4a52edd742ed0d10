import { useRouteLoaderData } from "react-router"
import type { Site } from "./request.ts"

/** The instance, as every page knows it; undefined only where the root itself failed. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<{ site: Site }>("root")?.site
}
