import type { z } from "@hono/zod-openapi"
import { detail } from "./answers.ts"

const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { "application/json": { schema } },
})

/** What a call is sent. */
export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
})

/** The answers that only writes give. */
export const created = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  201: json(schema, description),
})
export const nothing = (description: string) => ({ 204: { description } })
export const conflict = { 409: json(detail, "It stands against what is there already; `code` says what.") }
export const stale = { 412: json(detail, "Somebody else changed it since: `If-Match` names another version.") }
