import { inOrder } from "./browser-api.ts"

/** Choices being sent, by subject: how many, and the stored value as far as it is known. */
const underWay = new Map<string, { count: number; stored: unknown }>()

type Choice<Value> = {
  to: Value
  /** The value shown before. */
  from: Value
  show: (value: Value) => void
  send: () => Promise<unknown>
}

/**
 * Shows a choice at once and sends it in its turn; once the last choice has been answered, the stored value is shown.
 * @param about names what is changed: its choices are sent one at a time
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
