import { z } from "@hono/zod-openapi"
import { settingGroups } from "./settings.ts"

/** A setting of the instance, with the name of its environment variable. */
export const settingRepresentation = z
  .object({
    name: z.string().openapi({ example: "REGISTRATIONS" }),
    group: z.enum(settingGroups),
    value: z
      .string()
      .nullable()
      .openapi({ description: "Value of the setting; null if it is not set, and for secrets." }),
    is_secret: z
      .boolean()
      .openapi({ description: "Whether the setting is a secret that is set; its value is not returned." }),
  })
  .openapi("Setting")
export type Setting = z.output<typeof settingRepresentation>
