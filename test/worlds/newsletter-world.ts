import { createHash, randomUUID } from "node:crypto"
import { sql } from "kysely"
import { readConfig } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { sendIssues } from "#features/newsletters/mails/send.server.ts"
import { makeDueIssues } from "#features/newsletters/issues/commands.server.ts"
import type { Filters, Schedule } from "#features/newsletters/newsletter.ts"
import { type Mail, MailNotTaken, type Mailer } from "#mail/transport.ts"

export const newsletterConfig = readConfig({ PUBLIC_URL: "https://foyer.example" })

/** Creates newsletters with confirmed addresses, one after another; returns their ids. */
export async function subscribers(
  db: Db,
  all: (Partial<Schedule> & { email?: string; language?: string; filters?: Filters })[],
): Promise<number[]> {
  const rows = all.map(({ filters = {}, ...one }) => ({
    email: `${randomUUID()}@exemple.be`,
    language: "fr",
    frequency: "weekly",
    weekday: 4,
    hour: 8,
    timezone: "Europe/Brussels",
    filters,
    digest: createHash("sha256").update(JSON.stringify(filters)).digest("hex"),
    ...one,
  }))
  const { rows: made } = await sql<{ id: number }>`
    insert into subscriptions (email, language, frequency, weekday, hour, timezone, filters, filters_digest, confirmed_at)
    select email, language, frequency, weekday, hour, timezone, filters, decode(digest, 'hex'), now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(email text, language text, frequency text, weekday int,
      hour int, timezone text, filters jsonb, digest text) returning id`.execute(db)
  return made.map(({ id }) => id)
}

/** Returns a mailer that only collects mails; it may refuse an address permanently. */
export function collectingMailer(refuses: (address: string) => boolean = () => false) {
  const mails: Mail[] = []
  const mailer: Mailer = {
    async send(mail) {
      if (refuses(mail.to.address)) throw new MailNotTaken({ responseCode: 550, command: "RCPT TO" })
      mails.push(mail)
    },
    close() {},
  }
  return { mails, mailer }
}

/** Makes the issues due at a moment and mails all waiting ones. Returns how many issues were made. */
export async function runAt(db: Db, moment: string | Date, mailer: Mailer): Promise<number> {
  const made = await makeDueIssues(db, new Date(moment))
  const { rows } = await sql<{ data: { issueIds: number[] } }>`
    delete from pgboss.job where name = 'newsletters.mail' returning data`.execute(db)
  for (const { data } of rows) await sendIssues(db, newsletterConfig, mailer, data)
  return made
}
