/** Days that events are counted over, and days of mail, the present one included. */
export const days = { events: 28, mails: 30 } as const

/** What is done later, in the kinds that an operator can do something about. */
export const jobKinds = ["mail", "files", "fediverse", "others"] as const
export type JobKind = (typeof jobKinds)[number]

/** Of which kind a job is, by the name of its queue. */
export function kindOfJob(name: string): JobKind {
  if (/mail$|^newsletters\.trial$/.test(name)) return "mail"
  if (name.startsWith("documents.")) return "files"
  return name.startsWith("fediverse.") ? "fediverse" : "others"
}

/** What an operator should look at; the rest is well. */
export const troubles = ["jobs_late", "jobs_failed", "mails", "disk", "hosts"] as const
export type Trouble = (typeof troubles)[number]

/** Files by what they are. */
export const fileKinds = ["images", "sounds", "documents"] as const
export type FileKind = (typeof fileKinds)[number]

type Figures = {
  jobs: readonly { late: boolean; failed_lately: number }[]
  mails: { sent: number; failed: number }
  storage: { free: number | null; size: number | null }
  federation: { silent: number }
}

/** Of so many mails (a part of all) something is wrong with how they are sent; a few addresses are always wrong. */
const tooManyReturned = 0.05
/** Below that part of a disk it is time to make room. */
const littleRoom = 0.1

/** What is not well, the most urgent first. */
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
