import type { Context } from "hono"
import { fileAnswer } from "#http/files/file-answers.ts"
import { asDocument } from "../vocabulary/contexts.ts"

const activityType = "application/activity+json; charset=utf-8"
/** Headers that let programs of other sites read the answer. */
export const corsHeaders = { "Access-Control-Allow-Origin": "*" }

/** Answers with an ActivityStreams document. */
export function activityDocument(c: Context, body: { type: string }, context?: unknown): Response {
  const whole = context ? { "@context": context, ...body } : asDocument(body)
  const answer = fileAnswer(c, JSON.stringify(whole), { type: activityType, headers: corsHeaders })
  answer.headers.set("Vary", "Accept, Accept-Encoding")
  return answer
}

/** Answers 410 for something that was public and is deleted. */
export function goneResponse(c: Context, tombstone?: object): Response {
  const body = tombstone ? JSON.stringify({ "@context": "https://www.w3.org/ns/activitystreams", ...tombstone }) : ""
  return c.body(body, 410, {
    ...corsHeaders,
    "Content-Type": activityType,
    "Cache-Control": "no-cache",
    Vary: "Accept",
  })
}
