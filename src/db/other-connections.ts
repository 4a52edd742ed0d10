import pg from "pg"

/** Counts the other clients of the server: another process of Foyer may use it, and then it is left running. */
export async function otherConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  client.on("error", () => {})
  await client.connect()
  try {
    const { rows } = await client.query(
      "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    return rows[0].count
  } finally {
    await client.end()
  }
}
