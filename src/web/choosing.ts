const lastSent = new Map<string, Promise<unknown>>()

/**
 * Sends what is pressed about one thing in the order it was pressed. Two calls at once may be answered by the server in
 * either order, and what was pressed first would be what counts.
 * @param about names what is changed: one at a time of the same
 */
export async function inOrder<Given>(about: string, send: () => Promise<Given>): Promise<Given> {
  const sent = (lastSent.get(about) ?? Promise.resolve()).then(send, send)
  lastSent.set(about, sent)
  try {
    return await sent
  } finally {
    if (lastSent.get(about) === sent) lastSent.delete(about)
  }
}

/** About what something is on its way: how many, and what is stored, as far as is known. */
const underWay = new Map<string, { count: number; stored: unknown }>()

type Choice<Value> = {
  to: Value
  /** What was shown until now. */
  from: Value
  show: (value: Value) => void
  send: () => Promise<unknown>
  /** Names what it waits its turn with, where that is more than itself. */
  among?: string
}

/**
 * Shows at once what is chosen and sends it in its turn; when the last choice has gone through, or not, what is stored is shown.
 * @param about names what is changed: one at a time of the same
 */
export async function chooseInOrder<Value>(
  about: string,
  { to, from, show, send, among = about }: Choice<Value>,
): Promise<void> {
  const state = underWay.get(about) ?? { count: 0, stored: from }
  underWay.set(about, state)
  state.count++
  show(to)
  try {
    await inOrder(among, send)
    state.stored = to
  } finally {
    if (--state.count === 0) {
      underWay.delete(about)
      show(state.stored as Value)
    }
  }
}
