import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { givesBief } from "../people/bief.ts"
import { boxOf, bringsDown, cutOff, isOnTop, phone, sizes } from "../browser/boxes.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { opensEditor } from "../editing/editors.ts"
import { type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

// What lies over a page: notices, the sheets of filters, calendars and suggestions.

const t = messagesIn("fr")
const server = await sharedServer()
const browser = await sharedBrowser()
let owner: Person
beforeAll(async () => {
  owner = await somebody(server)
  await givesBief(owner)
})

test("a toast is above the tab bar and does not overlap the button that was just pressed", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: phone, reducedMotion: "reduce" })
  const place = await placeToFollow()
  await arrive(page, `${server.url}/actors/${place}`)
  const follow = page.locator(".btn--follow").first()
  await page.locator("body").evaluate((body) => (body.style.minHeight = "300vh"))

  await follow.click()
  const toast = page.locator(".toast").last()
  await toast.waitFor()
  const bar = await boxOf(page.locator(".tabbar"))
  const shown = await boxOf(toast)
  expect(shown.y + shown.height).toBeLessThanOrEqual(bar.y)
  await page.locator(".toast button").last().click()

  // At the foot of the screen, where notices appear.
  await page.locator("main").evaluate((main) => (main.style.paddingTop = "900px"))
  await bringsDown(follow, 90)
  await follow.click()
  await toast.waitFor()
  // The notice is moved as soon as it has a size, before it is painted.
  await soon(() => isOnTop(follow)).toBe("")
  const [over, under] = [await boxOf(toast), await boxOf(follow)]
  expect(over.y + over.height <= under.y || over.y >= under.y + under.height).toBe(true)
  expect(await isOnTop(follow)).toBe("")
  await close()
})

test("a toast does not overlap the submit button after Enter in a field", async () => {
  const { page, close } = await visit(browser, { viewport: { width: 390, height: 640 }, reducedMotion: "reduce" })
  await arrive(page, `${server.url}/login`)
  const enters = page.getByRole("main").getByRole("button", { name: t("layout.log_in"), exact: true })
  await page.locator("input[name=username]").fill("personne")
  const word = page.locator("input[name=password]")
  await word.fill("ce n’est pas la bonne")
  await page.locator("main").evaluate((main) => (main.style.paddingBottom = "900px"))
  await bringsDown(enters, 90)
  await word.press("Enter")
  const toast = page.locator(".toast").last()
  await toast.waitFor()
  await soon(() => isOnTop(enters)).toBe("")
  const [over, under] = [await boxOf(toast), await boxOf(enters)]
  expect(over.y + over.height <= under.y || over.y >= under.y + under.height).toBe(true)
  await close()
})

test("a toast does not overlap the invalid fields, their errors or the summary of a form", async () => {
  const { page, close } = await visit(browser, { reducedMotion: "reduce" })
  for (const viewport of sizes.filter(({ height }) => height > 700)) {
    await page.setViewportSize(viewport)
    await arrive(page, `${server.url}/register`)
    await page.locator("input[name=username]").fill("a b")
    await page.locator("input[name=email]").fill("nulle part")
    await page.locator("input[name=password]").fill("court")
    await page.getByRole("button", { name: t("account.make_account") }).click()
    await page.locator(".field .error").nth(2).waitFor()
    const toast = page.locator(".toast").last()
    await toast.waitFor()
    const covered = async () => {
      const over = await boxOf(toast)
      const wrong = await page.locator(".note--error, [aria-invalid=true], .field .error").all()
      const boxes = await Promise.all(wrong.map(boxOf))
      expect(boxes.length).toBe(7)
      return boxes.filter(
        (under) =>
          over.y < under.y + under.height &&
          under.y < over.y + over.height &&
          over.x < under.x + under.width &&
          under.x < over.x + over.width,
      )
    }
    await soon(covered, `at ${viewport.width} × ${viewport.height}`).toEqual([])
    // The first field with an error has the focus, and its error is entirely visible.
    expect(await cutOff(page, page.locator(".field .error").first())).toBeUndefined()
    expect(await isOnTop(page.locator(".field .error").first())).toBe("")
  }
  await close()
})

test("toasts are above the editor's save bar at every window size", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: phone })
  await opensEditor(page, `${server.url}/events/new`)
  for (const viewport of sizes) {
    await page.setViewportSize(viewport)
    const over = async () => {
      const [region, bar] = [await boxOf(page.locator(".toasts")), await boxOf(page.locator(".savebar"))]
      return Math.max(0, region.y + region.height - bar.y)
    }
    await soon(over, `at ${viewport.width} × ${viewport.height}`).toBe(0)
    expect((await boxOf(page.locator(".savebar"))).height).toBeGreaterThan(0)
  }
  await close()
})

test("sheets of filters are not cut off at any window size", async () => {
  const { page, close } = await visit(browser, { reducedMotion: "reduce" })
  await arrive(page, `${server.url}/events`)
  for (const viewport of sizes) {
    await page.setViewportSize(viewport)
    for (const pick of await page.locator(".filters button.pick").all()) {
      await pick.click()
      const sheet = page.locator(".pop")
      await sheet.waitFor()
      await page.locator(".pop .picker__wait").waitFor({ state: "detached" })
      expect(await cutOff(page, sheet), await pick.textContent().then(String)).toBeUndefined()
      await page.keyboard.press("Escape")
      await sheet.waitFor({ state: "detached" })
    }
  }
  await close()
})

test("the editor's calendar and suggestions are not cut off or covered at any window size", async () => {
  const { page, close } = await visit(browser, { storageState: owner.state, reducedMotion: "reduce" })
  await opensEditor(page, `${server.url}/events/new`)
  const field = page.getByRole("combobox", { name: t("event-editor.place") }).first()
  for (const viewport of sizes) {
    await page.setViewportSize(viewport)
    const where = `at ${viewport.width} × ${viewport.height}`
    const bar = await boxOf(page.locator(".savebar"))

    const calendar = page.locator(".withicon__do").first()
    await bringsDown(calendar, viewport.height - bar.y + 8)
    await calendar.click()
    await page.locator(".pop .picker__day").first().waitFor()
    expect(await cutOff(page, page.locator(".pop")), where).toBeUndefined()
    await page.keyboard.press("Escape")

    await field.fill("")
    await bringsDown(field, viewport.height - bar.y + 8)
    await field.pressSequentially("th")
    const options = page.locator(".combo__list [role=option]")
    await options.first().waitFor()
    // The options for the first letter are replaced by those for both.
    await soon(() => cutOff(page, page.locator(".combo__pop")), where).toBeUndefined()
    await soon(() => isOnTop(options.first()), where).toBe("")
    await field.press("Escape")
    await soon(() => options.count()).toBe(0)
  }
  await close()
})

async function placeToFollow(): Promise<string> {
  const actors = (await (await fetch(`${server.url}/api/actors/`)).json()) as { fid: string; type: string }[]
  return actors.find(({ type }) => type === "place")?.fid ?? ""
}
