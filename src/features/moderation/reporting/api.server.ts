import { giveCaptchaBack, takeCaptcha } from "#features/contact/captcha/commands.server.ts"
import { tellAll } from "#http/all-faults.ts"
import { body, invalid, notFound } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { callerNetwork } from "#http/limits/client-address.ts"
import { limits, spend } from "#http/limits/limits.ts"
import { checkReport, judgeReport, report } from "./commands.server.ts"
import { newReport, reportFields } from "./inputs.ts"

const test = "src/features/moderation/reporting/reporting.test.ts"

const send = call({
  method: "post",
  path: "/api/reports/",
  rights: { ownRule: test },
  scope: "write",
  cache: "personal",
  limit: { byHandler: [limits.report, limits.reportFrom], test },
  tags: ["Moderation"],
  summary: "Reports an event, a page or a comment to the moderators, signed in or not",
  request: body(newReport),
  responses: {
    202: {
      description:
        "Moderators read it. Saying more of the same thing replaces what was said by an account; of who is not signed in it is added.",
    },
    ...invalid,
    ...notFound,
  },
})

/** What anybody reports. */
export function reportingApi() {
  return apiApp().openapi(
    send,
    async (c) => {
      const { db } = c.get("world")
      const viewer = c.get("viewer")
      const given = c.req.valid("json")
      const network = callerNetwork(c.get("address"))
      await spend(c, limits.report, network)
      const { thing, answered } = await checkReport(db, viewer, given)
      // Counted once somebody is there, as for messages to pages.
      if (answered) await takeCaptcha(db, answered)
      try {
        await spend(c, limits.reportFrom, viewer ? `user ${viewer.userId}` : network, silent)
        if (!viewer && given.email) await spend(c, limits.reportFrom, given.email, silent)
        await report(db, viewer, thing, { ...given, language: c.get("language") })
      } catch (error) {
        if (answered) await giveCaptchaBack(db, answered)
        throw error
      }
      return c.body(null, 202)
    },
    tellAll(reportFields, async (c, judged) => {
      // Answers to challenges are tried here as well.
      await spend(c, limits.report, callerNetwork(c.get("address")))
      await judgeReport(c.get("world").db, c.get("viewer"), judged)
    }),
  )
}

const silent = { isTold: false }
