import { z } from "@hono/zod-openapi"
import { eventPath } from "#features/events/inputs.ts"
import { numberInPath, paging, withMessage, text } from "#http/input/parameters.ts"
import { blankIfInvisible, withoutDirections } from "#lib/text/one-line.ts"

/** Query of the inbox: all notifications, or only unread ones. */
export const notificationsQuery = z.object({
  state: z.enum(["all", "unread"]).optional(),
  ...paging(100, 20),
})

export const notificationChange = z.object({ read: z.boolean() })
/** Marks all notifications up to the newest one shown; those that arrive meanwhile stay unread. */
export const readUpTo = z.object({ read_up_to: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

export const noticesQuery = z.object(paging(100, 20))
export const noticePath = eventPath.extend({ notice: numberInPath(7) })

const answered = ["interested", "confirmed", "declined"] as const

/** A message to everyone who answered an event. */
export const newMessage = z.object({
  subject: text(150)
    .overwrite((value) => blankIfInvisible(withoutDirections(value)))
    .min(1)
    .refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), withMessage("accounts.one_line")),
  text: text(5000).min(1),
  to: z
    .array(z.enum(answered))
    .min(1)
    .max(answered.length)
    .transform((given) => [...new Set(given)])
    .optional()
    .openapi({ description: "Answers whose authors get the message; defaults to `interested` and `confirmed`." }),
  occurrence: z
    .number()
    .int()
    .positive()
    .max(Number.MAX_SAFE_INTEGER)
    .nullish()
    .openapi({ description: "Only those who answered for this date, or for all dates." }),
})

export const audienceQuery = z.object({
  to: z
    .string()
    .regex(/^(interested|confirmed|declined)(,(interested|confirmed|declined))*$/)
    .optional()
    .openapi({
      description:
        "Answers whose authors would get a message, separated by commas. Without it, everyone who would be notified of a change is counted.",
    }),
  occurrence: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,199}$/)
    .transform((numbers) => numbers.split(",").map(Number))
    .optional()
    .openapi({ type: "string", description: "Ids of one or several dates, separated by commas." }),
})

export const unsubscribeQuery = z.object({ token: text(100).min(1) })
