const last = new Map<string, Promise<unknown>>()

/**
 * In the browser: sends what is pressed about one thing in the order it was pressed. Two calls at once may be answered by the
 * server in either order, and what was pressed first would be what counts.
 * @param about one at a time of the same
 */
export async function inOrder<Given>(about: string, send: () => Promise<Given>): Promise<Given> {
  const sent = (last.get(about) ?? Promise.resolve()).then(send, send)
  last.set(about, sent)
  try {
    return await sent
  } finally {
    if (last.get(about) === sent) last.delete(about)
  }
}
