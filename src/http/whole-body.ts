const bodies = new WeakMap<Response, Buffer>()

/** An answer whose bytes are all there. Read back by `wholeBody` they are these and no copy of a copy. */
export function answerOf(body: Buffer, init: ResponseInit): Response {
  const answer = new Response(body as unknown as BodyInit, init)
  bodies.set(answer, body)
  return answer
}

/** The bytes of an answer; undefined when it has no body. */
export async function wholeBody(answer: Response): Promise<Buffer | undefined> {
  const known = bodies.get(answer)
  if (known) return known
  return answer.body ? Buffer.from(await answer.arrayBuffer()) : undefined
}
