import { z } from "@hono/zod-openapi"
import { line, registration } from "#features/accounts/inputs.ts"
import { attendanceInput } from "../inputs.ts"

/** The answer of a person without an account or a public page, with the fields that create them. */
export const firstAnswer = attendanceInput.pick({ value: true, occurrence: true }).extend({
  name: line(100).min(1).openapi({ description: "What their public page is called, and they on it." }),
  in_directory: z
    .boolean()
    .optional()
    .openapi({ description: "false: their page has its address, and stands in no directory." }),
  email: registration.shape.email.optional().openapi({ description: "Of whoever is not signed in." }),
  password: registration.shape.password.optional().openapi({ description: "Of whoever is not signed in." }),
  username: registration.shape.username.optional().openapi({ description: "Made of the name when it is not said." }),
  language: registration.shape.language,
  timezone: registration.shape.timezone,
})
export type FirstAnswer = z.output<typeof firstAnswer>
