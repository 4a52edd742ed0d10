import type { Context } from "hono"
import { fileAnswer } from "#http/file-answers.ts"
import { asDocument } from "../vocabulary/contexts.ts"

const activityType = "application/activity+json; charset=utf-8"
/** What programs of other sites may read too. */
export const headers = { "Access-Control-Allow-Origin": "*" }

/** Something of ActivityStreams as it is given to whoever asks. */
export function document(c: Context, body: { type: string }, context?: unknown): Response {
  const whole = context ? { "@context": context, ...body } : asDocument(body)
  const answer = fileAnswer(c, JSON.stringify(whole), { type: activityType, headers })
  answer.headers.set("Vary", "Accept, Accept-Encoding")
  return answer
}

/** It was there for everybody, and is no more. */
export function gone(c: Context, tombstone?: object): Response {
  const body = tombstone ? JSON.stringify({ "@context": "https://www.w3.org/ns/activitystreams", ...tombstone }) : ""
  return c.body(body, 410, { ...headers, "Content-Type": activityType, "Cache-Control": "no-cache", Vary: "Accept" })
}
