import type { Context } from "hono"
import { releaseCaptcha, takeCaptcha } from "#features/contact/captcha/commands.server.ts"
import { reportAllErrors } from "#http/errors/all-errors.ts"
import { body, invalid, notFound } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { callerNetwork } from "#http/limits/client-address.ts"
import { giveBack, limits, spend, tally } from "#http/limits/limits.ts"
import { InvalidFields } from "#lib/refusal.ts"
import { checkReport, judgeReport, report } from "./commands.server.ts"
import { type NewReport, newReport, reportFields } from "./inputs.ts"

const test = "src/features/moderation/reporting/reporting.test.ts"

const send = call({
  method: "post",
  path: "/api/reports/",
  rights: { ownRule: test },
  scope: "write",
  cache: "personal",
  limit: { byHandler: [limits.report, limits.reportFrom, limits.reportTo, limits.mailTo], test },
  tags: ["Moderation"],
  summary: "Report an event, a page or a comment to the moderators, signed in or not",
  request: body(newReport),
  responses: {
    202: {
      description:
        "The report was received. A further report of the same content replaces the account's previous one; from visitors who are not signed in, it is added.",
    },
    ...invalid,
    ...notFound,
  },
})

/** Call with which anybody reports an event, a page or a comment. */
export function reportingApi() {
  return apiApp().openapi(
    send,
    async (c) => {
      const given = c.req.valid("json")
      await counted(c, given.captcha, () => take(c, given))
      return c.body(null, 202)
    },
    reportAllErrors(reportFields, (c, judged) =>
      // This call also tries answers to challenges, so it is limited, too.
      counted(c, judged.given.captcha, () => judgeReport(c.get("world").db, c.get("viewer"), judged)),
    ),
  )
}

type Asked = Context<Environment>

/**
 * Counts an attempt against the account. For visitors without an account only wrong answers to a challenge count, against their
 * network: other mistakes must not keep people in the same network from reporting.
 */
async function counted(c: Asked, captcha: string | undefined, trying: () => Promise<void>): Promise<void> {
  const from = whoever(c)
  await spend(c, limits.report, from)
  let isCounted = c.get("viewer") !== null
  try {
    await trying()
  } catch (error) {
    isCounted ||= captcha !== undefined && error instanceof InvalidFields && "captcha" in error.fields
    throw error
  } finally {
    if (!isCounted) await giveBack(c.get("world").db, limits.report, from)
  }
}

async function take(c: Asked, given: NewReport): Promise<void> {
  const { db } = c.get("world")
  const viewer = c.get("viewer")
  const { thing, answered } = await checkReport(db, viewer, given)
  // Counted only after the challenge is solved, as for messages to pages.
  if (answered) await takeCaptcha(db, answered)
  try {
    await spend(c, limits.reportFrom, whoever(c), silent)
    const email = viewer ? undefined : await addressToTell(c, given.email)
    await report(db, viewer, thing, { ...given, email, language: c.get("language") })
  } catch (error) {
    if (answered) await releaseCaptcha(db, answered)
    throw error
  }
}

/**
 * Returns the address a visitor left for the decision. An address that was left too often today gets no more mails: the report is
 * accepted without it, and the visitor does not learn that others left it.
 */
async function addressToTell(c: Asked, email: string | undefined): Promise<string | undefined> {
  if (email === undefined) return undefined
  await spend(c, limits.mailTo, `${email} ${callerNetwork(c.get("address"))}`, silent)
  const { isWithin } = await tally(c, limits.reportTo, email)
  return isWithin ? email : undefined
}

function whoever(c: Asked): string {
  const viewer = c.get("viewer")
  return viewer ? `user ${viewer.userId}` : callerNetwork(c.get("address"))
}

const silent = { isTold: false }
