const lastSent = new Map<string, Promise<unknown>>()

/**
 * Sends writes about the same subject in the order they were made. The server might process two simultaneous calls in either
 * order, and the earlier one might prevail.
 * @param about names what is changed: its writes are sent one at a time
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

/** Choices being sent, by subject: how many, and the stored value as far as it is known. */
const underWay = new Map<string, { count: number; stored: unknown }>()

type Choice<Value> = {
  to: Value
  /** The value shown before. */
  from: Value
  show: (value: Value) => void
  send: () => Promise<unknown>
  /** Names the queue it is sent in, when other subjects share it; `about` when absent. */
  among?: string
}

/**
 * Shows a choice at once and sends it in its turn; once the last choice has been answered, the stored value is shown.
 * @param about names what is changed: its choices are sent one at a time
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
