import type { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import type { PartlyValid } from "#lib/faults.ts"
import { InvalidFields, Refusal } from "#lib/refusal.ts"
import type { Validated } from "../api-app.ts"
import type { Environment } from "../environment.ts"
import { fieldErrors, invalidBody } from "./problem.ts"

/**
 * Makes a validation hook: where a body does not fit its schema, the domain checks the valid fields too, so that one answer lists
 * everything that is wrong. A caller who may not write there is shown the schema errors only.
 * @param schema of the body
 * @param judge checks the valid fields as the command would, throws its refusals, and writes nothing
 */
export function reportAllErrors<Schema extends z.ZodObject>(
  schema: Schema,
  judge: (c: Context<Environment>, judged: PartlyValid<z.output<Schema>>) => Promise<unknown>,
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
        // Too many tries are refused as such, whatever was sent.
        if (error instanceof Refusal && error.status !== 429) return undefined
        throw error
      },
    )
    // A field that does not fit its schema gets no further error.
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
