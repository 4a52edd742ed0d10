import { expect, test } from "vitest"
import { chooseInOrder } from "./choosing.ts"

/** A checkbox, and a server that answers on request. */
function box() {
  const shown: boolean[] = []
  const sent: boolean[] = []
  const answers: ((isGood: boolean) => void)[] = []
  const press = (to: boolean) =>
    chooseInOrder("a box", {
      to,
      from: !to,
      show: (value) => shown.push(value),
      send: () => {
        sent.push(to)
        return new Promise<void>((done, failed) =>
          answers.push((isGood) => (isGood ? done() : failed(new Error("no")))),
        )
      },
    }).catch(() => {})
  const answer = async (isGood: boolean) => {
    answers.shift()?.(isGood)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { shown, sent, press, answer }
}
const atOnce = () => new Promise((resolve) => setTimeout(resolve))

test("choices are sent one after the other, and the last one counts", async () => {
  const { shown, sent, press, answer } = box()
  void press(true)
  void press(false)
  await atOnce()
  expect(sent).toEqual([true])
  expect(shown).toEqual([true, false])
  await answer(true)
  expect(sent).toEqual([true, false])
  await answer(true)
  expect(shown.at(-1)).toBe(false)
})

test("a failed choice is reset to the stored value, whatever was chosen meanwhile", async () => {
  const without = box()
  void without.press(true)
  void without.press(false)
  await atOnce()
  await without.answer(false)
  expect(without.shown.at(-1)).toBe(false) // the last choice
  await without.answer(false)
  expect(without.shown.at(-1)).toBe(false) // nothing was stored

  const half = box()
  void half.press(true)
  void half.press(false)
  await atOnce()
  await half.answer(true)
  await half.answer(false)
  expect(half.shown.at(-1)).toBe(true)
})
