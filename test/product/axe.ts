import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"

/** What axe finds on the page as it stands, in the dark and then in the light, one line for each. */
export async function axeFinds(page: Page, name = "the page"): Promise<string[]> {
  const found: string[] = []
  for (const mode of ["dark", "light"] as const) {
    // The mode is a class of the document and nothing else: the page need not be loaded again for it.
    await page.evaluate((isDark) => document.documentElement.classList.toggle("dark", isDark), mode === "dark")
    const { violations } = await new AxeBuilder({ page })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
      .analyze()
    for (const { id, nodes } of violations) {
      const where = nodes.slice(0, 3).map(({ target }) => target.join(" "))
      found.push(`${name} (${mode}): ${id} – ${where.join(" | ")}`)
    }
  }
  return found
}
