import { expect, test } from "vitest"
import { loadOnce } from "./lazy-part.tsx"

test("presses made while their code is loading are answered in their order, even if a later import ends first", async () => {
  const imports: (() => void)[] = []
  const load = loadOnce(() => new Promise<string>((done) => imports.push(() => done("code"))))
  const answered: string[] = []
  const presses = ["follow", "unfollow"].map((press) => load().then(() => answered.push(press)))
  for (const ends of imports.toReversed()) ends()
  await Promise.all(presses)
  expect(answered).toEqual(["follow", "unfollow"])
})

test("code that could not be loaded is loaded again by the next press", async () => {
  const tries = [Promise.reject(new Error("lost")), Promise.resolve("code")]
  const load = loadOnce(() => tries.shift() as Promise<string>)
  await expect(load()).rejects.toThrow("lost")
  expect(await load()).toBe("code")
})
