const bodies = new WeakMap<Response, Buffer>()

/** An answer whose bytes are all there. Read back by `wholeBody` they are these and no copy of a copy. */
export function answerOf(body: Buffer, init: ResponseInit): Response {
  const answer = new Response(body as unknown as BodyInit, init)
  bodies.set(answer, body)
  return answer
}

const streamed = new WeakSet<Response>()

/** An answer that is sent as it is made: nobody gathers it, so it is kept by no cache. */
export function streamedAnswer(pieces: AsyncIterator<string>, init: ResponseInit): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      // Asked for when the reader has room for more: a slow one holds up only itself.
      async pull(controller) {
        let text = ""
        while (text.length < pieceLength) {
          const { value, done } = await pieces.next()
          if (!done) text += value
          else {
            if (text) controller.enqueue(encoder.encode(text))
            return controller.close()
          }
          if (isFirst) break
        }
        isFirst = false
        controller.enqueue(encoder.encode(text))
      },
      async cancel() {
        await pieces.return?.()
      },
    },
    { highWaterMark: 0 },
  )
  let isFirst = true
  const answer = new Response(body, init)
  streamed.add(answer)
  return answer
}

/** Characters that are sent at once. */
const pieceLength = 16 * 1024

/** The bytes of an answer; undefined when it has no body, or one that is sent as it is made. */
export async function wholeBody(answer: Response): Promise<Buffer | undefined> {
  if (streamed.has(answer)) return undefined
  const known = bodies.get(answer)
  if (known) return known
  return answer.body ? Buffer.from(await answer.arrayBuffer()) : undefined
}
