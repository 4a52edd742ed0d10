import type { Locator, Page } from "playwright-core"

// Where things are on a screen, and whether they are whole.

export const phone = { width: 390, height: 844 }
/** The sizes of screens at which what lies over a page has to fit. */
export const sizes = [
  { width: 360, height: 740 },
  phone,
  { width: 390, height: 420 }, // a phone with its keyboard open
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

/** Returns the box of an element on the screen; an empty one if it is not shown. */
export const boxOf = async (what: Locator) => (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

/** Returns how far a box reaches beyond the visible page; nothing if it is whole. */
export async function cutOff(page: Page, what: Locator): Promise<string | undefined> {
  const { width, height } = page.viewportSize() ?? phone
  const box = await boxOf(what)
  const isWhole =
    box.height > 0 && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
  return isWhole ? undefined : `${JSON.stringify(box)} in ${width} × ${height}`
}

/** Returns what covers the middle of an element; an empty text if nothing does. */
export const isOnTop = (what: Locator) =>
  what.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return hit !== null && element.contains(hit) ? "" : `under ${hit?.outerHTML.slice(0, 200)}`
  })

/** Scrolls until the lower edge of an element is this far above the foot of the screen. */
export const bringsDown = (what: Locator, above: number) =>
  what.evaluate((element, gap) => {
    scrollTo({
      top: scrollY + element.getBoundingClientRect().bottom - (innerHeight - gap),
      behavior: "instant",
    })
  }, above)
