import { data } from "react-router"
import type { Outcome } from "#web/editing/form.ts"
import { accountsPart } from "./parts/accounts-part.tsx"
import { fediversePart } from "./parts/fediverse-part.tsx"
import { logPart } from "./parts/log-part.tsx"
import { overviewPart } from "./parts/overview-part.tsx"
import { settingsPart } from "./parts/settings-part.tsx"
import type { Route } from "./+types/admin"

// One route for all parts: every page sends the list of routes to every visitor, and few visitors need these.
const parts = {
  "": overviewPart,
  accounts: accountsPart,
  fediverse: fediversePart,
  settings: settingsPart,
  log: logPart,
} as const

/** Returns the part that the address names; throws 404 where there is none. */
function partOf({ part = "" }: { part?: string | undefined }) {
  const found = Object.hasOwn(parts, part) ? parts[part as keyof typeof parts] : undefined
  if (!found) throw data({ detail: undefined, code: undefined }, { status: 404 })
  return found
}

/** Returns the form handlers of a part; throws 405 where it has none. */
function formsOf(params: { part?: string | undefined }) {
  const found = partOf(params)
  if (!("save" in found)) throw data({ detail: undefined, code: undefined }, { status: 405 })
  return found.save
}

export const loader = (args: Route.LoaderArgs) => partOf(args.params).load.server(args)
export const clientLoader = (args: Route.ClientLoaderArgs) => partOf(args.params).load.client(args)
export const action = (args: Route.ActionArgs) => formsOf(args.params).server(args)
export const clientAction = (args: Route.ClientActionArgs) => formsOf(args.params).client(args)

/** The screens for administrators, one part for each address. */
export default function AdminPage({ params, loaderData, actionData }: Route.ComponentProps) {
  const { Screen } = partOf(params)
  return <Screen data={loaderData} outcome={actionData as Outcome | undefined} />
}
