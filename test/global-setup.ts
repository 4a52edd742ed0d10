import { sql } from "kysely"
import type { TestProject } from "vitest/node"
import { openDb, openPool } from "#db/connection.ts"
import { startEmbedded } from "#db/embedded.ts"
import { migrate } from "#db/migrate.ts"
import { defineBaseline } from "./baseline.ts"
import { isolateTemporaryFiles, temporaryDirectory } from "./temporary.ts"

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated database that each test file copies. */
export default async function setup(project: TestProject) {
  const removeTemporaryFiles = isolateTemporaryFiles()
  const directory = temporaryDirectory("test")
  const server = await startEmbedded(directory)
  const admin = openDb(openPool(server.url, 1, () => {}))
  await sql`alter system set fsync = off`.execute(admin)
  await sql`alter system set full_page_writes = off`.execute(admin)
  await sql`alter system set autovacuum = off`.execute(admin)
  await sql`select pg_reload_conf()`.execute(admin)
  await sql`create database template_foyer`.execute(admin)
  await migrate(databaseNamed(server.url, "template_foyer"))
  const template = openDb(openPool(databaseNamed(server.url, "template_foyer"), 1, () => {}))
  await defineBaseline(template)
  await template.destroy()
  await admin.destroy()
  project.provide("databaseUrl", server.url)

  return async () => {
    await server.stop()
    removeTemporaryFiles()
  }
}

export function databaseNamed(url: string, name: string) {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
