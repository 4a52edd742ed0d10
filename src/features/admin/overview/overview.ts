/** Number of days over which events and mails are counted, today included. */
export const days = { events: 28, mails: 30 } as const

/** Kinds of background jobs, grouped by what an operator can act on. */
export const jobKinds = ["mail", "files", "fediverse", "others"] as const
export type JobKind = (typeof jobKinds)[number]

/** Returns the kind of a job by the name of its queue. */
export function kindOfJob(name: string): JobKind {
  if (/mail$|^newsletters\.trial$/.test(name)) return "mail"
  if (name.startsWith("documents.")) return "files"
  return name.startsWith("fediverse.") ? "fediverse" : "others"
}

/** Problems that an operator should look at. */
export const troubles = ["jobs_late", "jobs_failed", "mails", "disk", "hosts"] as const
export type Trouble = (typeof troubles)[number]

/** Kinds of stored files. */
export const fileKinds = ["images", "sounds", "documents"] as const
export type FileKind = (typeof fileKinds)[number]

type Figures = {
  jobs: readonly { late: boolean; failed_lately: number }[]
  mails: { sent: number; failed: number }
  storage: { free: number | null; size: number | null }
  federation: { silent: number }
}

/** Share of undelivered mails above which something is wrong with the sending itself; a few addresses are always wrong. */
const tooManyReturned = 0.05
/** Share of free disk space below which it is time to make room. */
const littleRoom = 0.1

/** Returns the current problems, most urgent first. */
export function troublesOf({ jobs, mails, storage, federation }: Figures): Trouble[] {
  const { free, size } = storage
  const isThere: Record<Trouble, boolean> = {
    jobs_late: jobs.some(({ late }) => late),
    jobs_failed: jobs.some(({ failed_lately }) => failed_lately > 0),
    mails: mails.failed > tooManyReturned * (mails.sent + mails.failed),
    disk: free !== null && size !== null && free < littleRoom * size,
    hosts: federation.silent > 0,
  }
  return troubles.filter((one) => isThere[one])
}
