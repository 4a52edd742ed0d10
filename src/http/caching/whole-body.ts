const bodies = new WeakMap<Response, Buffer>()

/** Makes an answer whose bytes are complete, so that `wholeBody` returns them without copying. */
export function answerOf(body: Buffer, init: ResponseInit): Response {
  const answer = new Response(body as unknown as BodyInit, init)
  bodies.set(answer, body)
  return answer
}

const streamed = new WeakSet<Response>()

/** Makes an answer that is sent while it is made: its body is never gathered, so no cache stores it. */
export function streamedAnswer(pieces: AsyncIterator<string>, init: ResponseInit): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      // Called when the reader has room for more, so that a slow reader delays only itself.
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

/** Characters sent at once. */
const pieceLength = 16 * 1024

/** Returns the bytes of an answer; undefined when it has no body, or a streamed one. */
export async function wholeBody(answer: Response): Promise<Buffer | undefined> {
  if (streamed.has(answer)) return undefined
  const known = bodies.get(answer)
  if (known) return known
  return answer.body ? Buffer.from(await answer.arrayBuffer()) : undefined
}
