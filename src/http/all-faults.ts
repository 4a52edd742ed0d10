import type { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import type { Judged } from "#lib/faults.ts"
import { InvalidFields, Refusal } from "#lib/refusal.ts"
import type { Validated } from "./api-app.ts"
import type { Environment } from "./environment.ts"
import { fieldErrors, invalidBody } from "./problem.ts"

/**
 * Where a body does not fit its shape, the domain judges the fields that do, so that everything that is wrong is said in one
 * answer. Whoever may not write there is told of the shape alone.
 * @param schema of the body
 * @param judge what the domain says of the sound fields; it writes nothing, and refuses as the command would
 */
export function tellAll<Schema extends z.ZodObject>(
  schema: Schema,
  judge: (c: Context<Environment>, judged: Judged<z.output<Schema>>) => Promise<unknown>,
) {
  const loose = schema.partial()
  return async (result: Validated, c: Context<Environment>): Promise<Response | undefined> => {
    if (result.success || !result.error) return undefined
    const shape = fieldErrors(result.error.issues, c.get("messages"))
    const faulty = new Set(result.error.issues.map(({ path }) => String(path[0] ?? "")))
    const rest = result.target === "json" && !faulty.has("") ? soundFields(result.data, faulty) : undefined
    const sound = rest && loose.safeParse(rest)
    if (!sound?.success) return c.json(shape, 400)
    const found = await judge(c, { given: sound.data as Partial<z.output<Schema>>, faulty }).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof InvalidFields) return error
        // Whoever tries too often is told that, whatever they sent.
        if (error instanceof Refusal && error.status !== 429) return undefined
        throw error
      },
    )
    // Of what has no right shape nothing else is said.
    const others = Object.entries(found ? invalidBody(found, c.get("messages")) : {}).filter(
      ([name]) => !faulty.has(name.split(".")[0] ?? ""),
    )
    return c.json({ ...shape, ...Object.fromEntries(others) }, 400)
  }
}

function soundFields(body: unknown, faulty: ReadonlySet<string>): Record<string, unknown> | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined
  return Object.fromEntries(Object.entries(body).filter(([name]) => !faulty.has(name)))
}
