import { inOrder } from "./browser-api.ts"

/** About what something is on its way: how many, and what is stored, as far as is known. */
const underWay = new Map<string, { count: number; stored: unknown }>()

type Choice<Value> = {
  to: Value
  /** What was shown until now. */
  from: Value
  show: (value: Value) => void
  send: () => Promise<unknown>
}

/**
 * Shows at once what is chosen and sends it in its turn; when the last choice has gone through, or not, what is stored is shown.
 * @param about names what is changed: one at a time of the same
 */
export async function chooseInOrder<Value>(about: string, { to, from, show, send }: Choice<Value>): Promise<void> {
  const state = underWay.get(about) ?? { count: 0, stored: from }
  underWay.set(about, state)
  state.count++
  show(to)
  try {
    await inOrder(about, send)
    state.stored = to
  } finally {
    if (--state.count === 0) {
      underWay.delete(about)
      show(state.stored as Value)
    }
  }
}
