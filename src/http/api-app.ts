import { OpenAPIHono } from "@hono/zod-openapi"
import type { Environment } from "./environment.ts"
import { fieldErrors, problem } from "./problem.ts"

/** What every part of the API is built on: input that does not fit is answered with field lists. */
export function apiApp() {
  const app = new OpenAPIHono<Environment>({
    strict: true,
    defaultHook: (result, c) => {
      if (!result.success) return c.json(fieldErrors(result.error.issues, c.get("messages")), 400)
      return undefined
    },
  })
  app.onError(problem)
  return app
}
