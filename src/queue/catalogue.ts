import type { Queue } from "pg-boss"

/**
 * Everything that happens later, and what each job is told. Data hold ids, never secrets: a job is read when it runs, so
 * that nothing of a person who has left stays behind in a queue.
 */
export type Jobs = {
  /** A mail about an account, written when it is sent: the link in it is made then. */
  "accounts.mail": AccountMail
  /** Looks whether a profile elsewhere links back (rel="me"). */
  "accounts.check-identity": { userId: number; identityId: number }
  /** Removes everything of an account that was deleted. */
  "accounts.remove": { accountId: number }
  /** Removes what has expired: sessions, links, limits. */
  "accounts.sweep": Record<string, never>
  /** Writes the lines of the feed that are missing. */
  "activities.fill": Record<string, never>
  /** The same, and looks at each line whether it can still be seen. */
  "activities.sweep": Record<string, never>
  /** Shows or hides what pages did, when there are thousands of lines of it. */
  "activities.refresh": { actorIds: number[] }
  /** Has done what follows from changes that were made together (src/changes.ts). */
  "changes.follow": { batch: number }
  /** Has followed what was lost, and forgets what was followed long ago. */
  "changes.sweep": Record<string, never>
  /** A message to a page, mailed to one of its people. */
  "contact.mail": { userId: number; messageId: number }
  /** Forgets old messages, and challenges that are over. */
  "contact.sweep": Record<string, never>
  /** An invitation to a page: to one person of those it is for, or to an address. */
  "actors.invitation-mail": { relationId: number; userId: number | null }
  /** Tells who asked for a page what became of it. */
  "moderation.claim-mail": { userId: number; claimId: number }
  /** Tells moderators that something new was reported, once an hour at most. */
  "moderation.tell-reports": Record<string, never>
  /** Mails a moderator how many reports wait. */
  "moderation.report-mail": { userId: number }
  /** Tells who reported something what was decided. */
  "moderation.decided-mail": { statementId: number }
  /** Tells who has an event or a page in hand what moderators decided of it, and why. */
  "moderation.staff-mail": {
    userId: number
    kind: "hidden" | "correction_asked"
    subject: { event: number } | { actor: number }
    /** The change that says why, and until when. */
    changeId: number
  }
  /** Forgets who reported what, and old reports. */
  "moderation.sweep": Record<string, never>
  /** Fetches the pictures that imported records name by their address. */
  "documents.fetch-pictures": Record<string, never>
  /** Makes of a sound what is played. */
  "documents.sound": { documentId: number }
  /** Reads a PDF: its pages, its words, a picture of the first page. */
  "documents.pdf": { documentId: number }
  /** Removes files that nothing names, and what nothing used for a long time. */
  "documents.sweep": Record<string, never>
  /** Removes uploads that nobody finished. */
  "documents.sweep-uploads": Record<string, never>
  /** Publishes the events whose time has come. */
  "events.publish-due": Record<string, never>
  /** Writes anew what a search finds the events by that mention a page, when they are thousands. */
  "events.refresh-search": { actorIds: number[] }
  /** Lets the events of a page go with it, or come back with it, when they are thousands. */
  "events.follow-page": { pageId: number; deletedAt: string; by: number }
  /** Lets the index of words that searches read begin with the present month. */
  "events.renew-search-index": Record<string, never>
  /** Tells those who follow on the Fediverse what became of events and pages. */
  "fediverse.tell": { events: number[]; gone: number[]; actors: number[] }
  /** Tells the host of an event elsewhere whether somebody here comes. */
  "fediverse.settle-join": { eventId: number; userId: number }
  /** The same of everything that does not stand as it was told. */
  "fediverse.settle-joins": Record<string, never>
  /** Fetches the faces of accounts elsewhere that have to do with somebody here. */
  "fediverse.fetch-faces": Record<string, never>
  /** Looks what a host runs. */
  "fediverse.read-software": { host: string }
  /** Tells how the events of a page are now, which wants something else of the Fediverse: those after this one. */
  "fediverse.retell": { actorId: number; after: number }
  /** Delivers to other servers what is due. */
  "fediverse.deliver": Record<string, never>
  /** Looks at what somebody elsewhere, who is followed from now on, has ahead. */
  "fediverse.look": { remoteActorId: number }
  /** Forgets what was delivered, and who has to do with nobody here; tells of pages that are gone for good. */
  "fediverse.sweep": Record<string, never>
  /** Finds everybody a notice is for, and has them told. */
  "notices.gather": { noticeId: number; round?: number }
  /** Tells who manages an event how many answered it. */
  "notices.answers": { noticeId: number }
  /** Mails a notice to a few people. */
  "notices.mail": { deliveryIds: number[] }
  /** Makes the issues that are due, and has them mailed. */
  "newsletters.due": Record<string, never>
  /** Mails a few issues. */
  "newsletters.mail": { issueIds: number[] }
  /** Mails an address the link that begins its newsletter. */
  "newsletters.confirm-mail": { subscriptionId: number }
  /** Mails an account the issue it would get now. */
  "newsletters.trial": { userId: number }
  /** Forgets what nobody confirmed, what was stopped, and old issues; has mailed what was lost. */
  "newsletters.sweep": Record<string, never>
  /** Sends a notice to the devices of a few people. */
  "notices.push": { deliveryIds: number[]; device?: number; tries?: number }
  /** Puts in the towns that people find by their names. */
  "places.fill-gazetteer": Record<string, never>
  /** Forgets what a geocoder answered long ago. */
  "places.sweep": Record<string, never>
  /** Tells the programs of pages what became of events and pages. */
  "webhooks.tell": { events: number[]; actors: number[] }
  /** Delivers to them what is due. */
  "webhooks.deliver": Record<string, never>
  /** Forgets old deliveries, and has told what was lost. */
  "webhooks.sweep": Record<string, never>
  /** Removes for good what was deleted more than 30 days ago. */
  "actors.purge-deleted": Record<string, never>
}
export type JobName = keyof Jobs

export type AccountMail =
  | { userId: number; emailId: number; kind: "verify" | "reset" | "already-registered" }
  | {
      userId: number
      emailId: number
      kind: "password-changed" | "factor-on" | "factor-off" | "suspended" | "restored"
    }
  | { userId: number; emailId: number; kind: "email-added"; addedId: number }
  /** The account is gone, so this one says everything; it is forgotten once it is sent. */
  | { kind: "account-deleted"; to: string; name: string; language: "fr" | "en" | "nl" }

type QueueOptions = Omit<Queue, "name"> & {
  /** How many of them a process does at once. */
  together?: number
}

/** For about a day: a mail server that is down comes back. */
const mail: QueueOptions = {
  retryLimit: 16,
  retryBackoff: true,
  retryDelay: 20,
  retryDelayMax: 7200,
  expireInSeconds: 120,
  deleteAfterSeconds: 86_400,
  together: 4,
}

const gathering: QueueOptions = {
  retryLimit: 8,
  retryBackoff: true,
  retryDelay: 5,
  expireInSeconds: 600,
  together: 2,
}

/** Goes on where it stopped, for about a day. */
const inSteps: QueueOptions = {
  retryLimit: 16,
  retryBackoff: true,
  retryDelay: 5,
  retryDelayMax: 7200,
  expireInSeconds: 1800,
}

/** How each is tried again, and how long it may take (seconds). */
export const queues: Record<JobName, QueueOptions> = {
  "accounts.mail": mail,
  "contact.mail": mail,
  "actors.invitation-mail": mail,
  "moderation.claim-mail": mail,
  "moderation.report-mail": mail,
  "moderation.decided-mail": mail,
  "moderation.staff-mail": mail,
  // One at work, and one that waits: what is reported while it ends is not left.
  "moderation.tell-reports": { ...inSteps, expireInSeconds: 60, policy: "stately" },
  "moderation.sweep": { retryLimit: 0, expireInSeconds: 300, policy: "exclusive" },
  "activities.fill": { retryLimit: 2, retryDelay: 60, expireInSeconds: 1800, policy: "exclusive" },
  "activities.sweep": { retryLimit: 0, expireInSeconds: 3600, policy: "exclusive" },
  "activities.refresh": inSteps,
  "changes.follow": { ...inSteps, expireInSeconds: 300, together: 2 },
  "changes.sweep": { retryLimit: 0, expireInSeconds: 600, policy: "exclusive" },
  "contact.sweep": { retryLimit: 0, expireInSeconds: 300, policy: "exclusive" },
  "accounts.check-identity": { retryLimit: 2, retryBackoff: true, retryDelay: 60, expireInSeconds: 60, together: 2 },
  "accounts.sweep": { retryLimit: 0, expireInSeconds: 300, policy: "exclusive" },
  "fediverse.settle-join": inSteps,
  "fediverse.settle-joins": { retryLimit: 2, retryDelay: 30, expireInSeconds: 600, policy: "stately" },
  // One at work, and one that waits: what is noted while it ends is not left.
  "documents.fetch-pictures": { retryLimit: 2, retryDelay: 60, expireInSeconds: 900, policy: "stately" },
  // As long as the longest sound takes; one at a time. Whoever was stopped in the middle is tried again in a minute or two; a
  // disk that was full may have room in an hour.
  "documents.sound": { retryLimit: 6, retryBackoff: true, retryDelay: 60, expireInSeconds: 5 * 3600 },
  "documents.pdf": { retryLimit: 3, retryBackoff: true, retryDelay: 60, expireInSeconds: 180 },
  "documents.sweep": { retryLimit: 0, expireInSeconds: 1800, policy: "exclusive" },
  "documents.sweep-uploads": { retryLimit: 0, expireInSeconds: 600, policy: "exclusive" },
  "events.publish-due": { retryLimit: 0, expireInSeconds: 50, policy: "exclusive" },
  "events.renew-search-index": { retryLimit: 0, expireInSeconds: 1800, policy: "exclusive" },
  "events.refresh-search": inSteps,
  "events.follow-page": inSteps,
  "places.fill-gazetteer": { retryLimit: 5, retryDelay: 60, expireInSeconds: 1800, policy: "exclusive" },
  "places.sweep": { retryLimit: 0, expireInSeconds: 300, policy: "exclusive" },
  "accounts.remove": inSteps,
  "actors.purge-deleted": { retryLimit: 0, expireInSeconds: 600, policy: "exclusive" },
  "fediverse.tell": { ...inSteps, expireInSeconds: 300, together: 2 },
  "fediverse.fetch-faces": { retryLimit: 1, retryDelay: 60, expireInSeconds: 900, policy: "stately" },
  "fediverse.read-software": { retryLimit: 1, retryDelay: 60, expireInSeconds: 30, together: 2 },
  "fediverse.retell": { ...inSteps, expireInSeconds: 300 },
  // One at work, and one that waits: what is written while it ends is not left.
  "fediverse.deliver": { retryLimit: 2, retryDelay: 30, expireInSeconds: 600, policy: "stately" },
  "fediverse.look": { retryLimit: 3, retryBackoff: true, retryDelay: 60, expireInSeconds: 600, together: 2 },
  "fediverse.sweep": { retryLimit: 0, expireInSeconds: 1800, policy: "exclusive" },
  "webhooks.tell": { ...inSteps, expireInSeconds: 300, together: 2 },
  // One at work, and one that waits: what is written while it ends is not left.
  "webhooks.deliver": { retryLimit: 2, retryDelay: 30, expireInSeconds: 600, policy: "stately" },
  "webhooks.sweep": { retryLimit: 0, expireInSeconds: 600, policy: "exclusive" },
  "notices.gather": gathering,
  "notices.answers": gathering,
  "newsletters.due": { retryLimit: 0, expireInSeconds: 7200, policy: "exclusive" },
  "newsletters.mail": { ...mail, retryLimit: 40, expireInSeconds: 600 },
  "newsletters.confirm-mail": mail,
  "newsletters.trial": mail,
  "newsletters.sweep": { retryLimit: 0, expireInSeconds: 600, policy: "exclusive" },
  // A little longer than its own count of tries (mail/delivering.server.ts), which says that it failed.
  "notices.mail": { ...mail, retryLimit: 40, expireInSeconds: 300 },
  "notices.push": { ...mail, retryLimit: 40, expireInSeconds: 300 },
}
