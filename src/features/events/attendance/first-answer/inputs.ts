import { z } from "@hono/zod-openapi"
import { line, registration } from "#features/accounts/inputs.ts"
import { attendanceInput } from "../inputs.ts"

/** The answer of a person without an account or a public page, with the fields that create them. */
export const firstAnswer = attendanceInput.pick({ value: true, occurrence: true }).extend({
  name: line(100).min(1).openapi({ description: "Name of the person, and of their public page." }),
  in_directory: z
    .boolean()
    .optional()
    .openapi({ description: "Whether their page is listed in the directory; if false, it has its address only." }),
  email: registration.shape.email.optional().openapi({ description: "Required if the caller is not signed in." }),
  password: registration.shape.password.optional().openapi({ description: "Required if the caller is not signed in." }),
  username: registration.shape.username.optional().openapi({ description: "Derived from the name if omitted." }),
  language: registration.shape.language,
  timezone: registration.shape.timezone,
})
export type FirstAnswer = z.output<typeof firstAnswer>
