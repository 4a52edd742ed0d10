import { createMemoryRouter, redirect } from "react-router"
import { expect, test } from "vitest"
import { readAgain } from "./read-again.ts"

/** A page whose form leads to another page when it is answered, and how often each was read. */
function pages() {
  const read: string[] = []
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const router = createMemoryRouter([
    {
      id: "editor",
      path: "/",
      loader: () => read.push("editor"),
      action: async () => {
        await answered
        return redirect("/published")
      },
    },
    { id: "published", path: "/published", loader: () => read.push("published") },
    {
      id: "slow",
      path: "/slow",
      loader: async () => {
        await arrived
        return read.push("slow")
      },
    },
  ])
  const sends = () => router.fetch("form", "editor", "/", { formMethod: "post", formData: new FormData() })
  return { router, read, answer, arrive, sends }
}
const ready = ({ router }: ReturnType<typeof pages>) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })

test("reading data again while a form is being sent does not stop the form's redirect", async () => {
  const site = pages()
  await ready(site)
  const sent = site.sends()
  const reading = readAgain(site.router)
  site.answer()
  await Promise.all([sent, reading])
  expect(site.router.state.location.pathname).toBe("/published")
  expect(site.read.at(-1)).toBe("published")
  expect(site.router.state).toMatchObject({ navigation: { state: "idle" }, revalidation: "idle" })
})

test("a page that is loading is not started again, and is read again once it has loaded", async () => {
  const site = pages()
  await ready(site)
  const gone = site.router.navigate("/slow", { preventScrollReset: true })
  const reading = readAgain(site.router)
  await Promise.resolve()
  expect(site.router.state.revalidation).toBe("idle")
  site.arrive()
  await Promise.all([gone, reading])
  expect(site.read).toEqual(["editor", "slow", "slow"])
})

test("several simultaneous calls of readAgain cause one read", async () => {
  const site = pages()
  await ready(site)
  await Promise.all([readAgain(site.router), readAgain(site.router), readAgain(site.router)])
  expect(site.read).toEqual(["editor", "editor"])
  await readAgain(site.router)
  expect(site.read).toEqual(["editor", "editor", "editor"])
})
