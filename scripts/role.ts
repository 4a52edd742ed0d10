// Gives and takes roles of an account on this instance; see `npm run role -- --help`.
import { readConfig } from "#config/config.ts"
import { withDatabase } from "#db/with-database.ts"
import { giveRoles } from "#features/admin/accounts/commands.server.ts"
import { Refusal } from "#lib/refusal.ts"
import { parseArguments, runCommand, UsageError } from "./command.ts"

const usage = `npm run role -- USERNAME admin|moderator|none

  admin      runs the instance: /admin, and all that moderators do
  moderator  decides about reports and requests, hides pages and events
  none       neither

The account has to be there. Administrators give roles in /admin/accounts; the first one is made so.`

const options = { help: { type: "boolean", short: "h" } } as const
await runCommand(async () => {
  const { values, positionals } = parseArguments({ allowPositionals: true, options }, usage)
  if (values.help) {
    console.log(usage)
    return 0
  }
  const [username, given, ...others] = positionals
  const role = (["admin", "moderator", "none"] as const).find((one) => one === given)
  if (!username || !role || others.length > 0) throw new UsageError(usage)
  const roles = { is_moderator: role === "moderator", is_admin: role === "admin" }
  try {
    await withDatabase(readConfig(process.env), 2, (db) => giveRoles(db, username, roles))
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.code === "account_not_found"
    if (!isUnknown) throw error
    console.error(`There is no account called ${username}.`)
    return 1
  }
  console.log(role === "none" ? `${username} has no role` : `${username} is ${role}`)
  return 0
})
