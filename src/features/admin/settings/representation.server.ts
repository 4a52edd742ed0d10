import { z } from "@hono/zod-openapi"
import { settingGroups } from "./settings.ts"

/** A setting of the instance, with the name of its environment variable. */
export const settingRepresentation = z
  .object({
    name: z.string().openapi({ example: "REGISTRATIONS" }),
    group: z.enum(settingGroups),
    value: z.string().nullable().openapi({ description: "Null where nothing is set, and of secrets." }),
    is_secret: z.boolean().openapi({ description: "It is set, and not told." }),
  })
  .openapi("Setting")
export type Setting = z.output<typeof settingRepresentation>
