import type { OpenAPIHono } from "@hono/zod-openapi"
import type { Call } from "./call.ts"
import type { Environment } from "./environment.ts"

type Hono = OpenAPIHono<Environment>

/**
 * Finds the description of the call a request is for, with the router that will answer it, so that both mean the same call. HEAD
 * is treated as GET. Returns undefined where there is no such call.
 */
export function callFinder({ router }: Pick<Hono, "router">, described: readonly Call[]) {
  const calls = new Map(described.map((call) => [`${call.method.toUpperCase()} ${toRouterPath(call.path)}`, call]))
  /** @param path without its query, as Hono reads it from a request */
  return (asked: string, path: string): Call | undefined => {
    const method = asked === "HEAD" ? "GET" : asked
    for (const [[, route]] of router.match(method, path)[0]) {
      const call = route.method === method ? calls.get(`${method} ${route.path}`) : undefined
      if (call) return call
    }
    return undefined
  }
}

/** Converts `/events/{id}/` to the router's syntax: `/events/:id/`. */
export function toRouterPath(path: string) {
  return path.replaceAll(/\/{(.+?)}/g, "/:$1")
}
