import type { ReactNode } from "react"
import type { Site } from "#web/request.ts"

/** What stands around every page. */
export function Frame({ children }: { site: Site; user: null; children: ReactNode }) {
  return <main id="main">{children}</main>
}
