import type { Db } from "./connection.ts"

const known = new WeakMap<object, Map<string, Promise<Buffer>>>()

/**
 * Returns a secret of this instance by name: created by the first process that needs it, the same for all, cached in memory.
 * @param make creates the secret when there is none yet
 */
export function serverSecret(db: Db, name: string, make: () => Buffer): Promise<Buffer> {
  const here = known.get(db) ?? new Map<string, Promise<Buffer>>()
  known.set(db, here)
  let secret = here.get(name)
  if (!secret) {
    secret = read(db, name, make)
    here.set(name, secret)
    secret.catch(() => here.delete(name))
  }
  return secret
}

async function read(db: Db, name: string, make: () => Buffer): Promise<Buffer> {
  await db
    .insertInto("server_secrets")
    .values({ name, value: make() })
    .onConflict((existing) => existing.column("name").doNothing())
    .execute()
  const { value } = await db
    .selectFrom("server_secrets")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow()
  return value
}
