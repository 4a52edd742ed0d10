import type { OpenAPIHono } from "@hono/zod-openapi"
import type { Call } from "./call.ts"
import type { Environment } from "./environment.ts"

type Hono = OpenAPIHono<Environment>

/**
 * Finds the description of what a request calls, by the router that will answer it: both always mean the same call. HEAD is
 * answered as GET is. Undefined where nothing is called.
 */
export function callFinder({ router }: Pick<Hono, "router">, described: readonly Call[]) {
  const calls = new Map(described.map((call) => [`${call.method.toUpperCase()} ${routed(call.path)}`, call]))
  /** @param path without its query, as Hono reads it of a request */
  return (asked: string, path: string): Call | undefined => {
    const method = asked === "HEAD" ? "GET" : asked
    for (const [[, route]] of router.match(method, path)[0]) {
      const call = route.method === method ? calls.get(`${method} ${route.path}`) : undefined
      if (call) return call
    }
    return undefined
  }
}

/** `/events/{id}/` as the router writes it: `/events/:id/`. */
export function routed(path: string) {
  return path.replaceAll(/\/{(.+?)}/g, "/:$1")
}
