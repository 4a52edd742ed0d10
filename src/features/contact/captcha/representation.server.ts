import { z } from "@hono/zod-openapi"

const parameters = z.object({
  algorithm: z.string(),
  nonce: z.string(),
  salt: z.string(),
  cost: z.number(),
  keyLength: z.number(),
  keyPrefix: z.string(),
  keySignature: z.string().optional(),
  expiresAt: z.number().optional(),
})

/** Two ways for visitors to show that they are human; either is enough, and both are used up together. */
export const captchaRepresentation = z
  .object({
    challenge: z
      .object({ parameters, signature: z.string().optional() })
      .openapi({ description: "Proof of work (ALTCHA 2), solved by a program without the visitor's help." }),
    question: z
      .object({ text: z.string(), token: z.string() })
      .openapi({ description: "Question in words, for visitors without scripts or who prefer to answer it." }),
    expires: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Captcha")
export type Captcha = z.output<typeof captchaRepresentation>
