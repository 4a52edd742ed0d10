import type { Queue } from "pg-boss"

/**
 * Every background job and its data. Data hold ids, never secrets, and are resolved when the job runs, so that nothing about a
 * deleted account stays behind in a queue.
 */
export type Jobs = {
  /** Sends a mail about an account. It is written when it is sent, and so is the secret of its link. */
  "accounts.mail": AccountMail
  /** Checks whether a profile on another site links back (rel="me"). */
  "accounts.check-identity": { userId: number; identityId: number }
  /** Removes everything of a deleted account. */
  "accounts.remove": { accountId: number }
  /** Deletes expired sessions, links and rate limits. */
  "accounts.sweep": Record<string, never>
  /** Writes missing lines of the activity feed. */
  "activities.fill": Record<string, never>
  /** Does the same, and checks whether each line may still be seen. */
  "activities.sweep": Record<string, never>
  /** Shows or hides the activities of actors that have thousands of them. */
  "activities.refresh": { actorIds: number[] }
  /** Runs the consequences of changes that were made together (src/changes.ts). */
  "changes.follow": { batch: number }
  /** Resumes lost batches of changes, and deletes old ones. */
  "changes.sweep": Record<string, never>
  /** Mails a message to an actor to one of its staff. */
  "contact.mail": { userId: number; messageId: number }
  /** Deletes old messages and expired challenges. */
  "contact.sweep": Record<string, never>
  /** Mails an invitation to an actor: to one person of those it is for, or to an address. */
  "actors.invitation-mail": { relationId: number; userId: number | null }
  /** Mails the claimant of an actor the decision. */
  "moderation.claim-mail": { userId: number; claimId: number }
  /** Notifies moderators of new reports, once an hour at most. */
  "moderation.tell-reports": Record<string, never>
  /** Mails a moderator the number of open reports. */
  "moderation.report-mail": { userId: number }
  /** Mails the reporter the decision. */
  "moderation.decided-mail": { statementId: number }
  /** Mails the staff of an event or an actor a decision of the moderators, and its reason. */
  "moderation.staff-mail": {
    userId: number
    kind: "hidden" | "correction_asked"
    subject: { event: number } | { actor: number }
    /** The change with the reason and the deadline. */
    changeId: number
  }
  /** Anonymises reports, and deletes old ones. */
  "moderation.sweep": Record<string, never>
  /** Fetches the pictures that imported records refer to by address. */
  "documents.fetch-pictures": Record<string, never>
  /** Converts an uploaded sound to the formats that are played. */
  "documents.sound": { documentId: number }
  /** Reads a PDF: its pages, its text, a picture of the first page. */
  "documents.pdf": { documentId: number }
  /** Removes files without a row, and documents unused for a long time. */
  "documents.sweep": Record<string, never>
  /** Removes unfinished uploads. */
  "documents.sweep-uploads": Record<string, never>
  /** Publishes the events whose publication time has come. */
  "events.publish-due": Record<string, never>
  /** Updates the search index of events that mention actors, when there are thousands. */
  "events.refresh-search": { actorIds: number[] }
  /** Deletes or restores the events of an actor with it, when there are thousands. */
  "events.follow-page": { pageId: number; deletedAt: string; by: number }
  /** Rebuilds the search index of words to begin with the present month. */
  "events.renew-search-index": Record<string, never>
  /** Publishes events and actors, or their removal, to followers on the Fediverse. */
  "fediverse.tell": { events: number[]; gone: number[]; actors: number[] }
  /** Sends the host of a remote event a local user's attendance. */
  "fediverse.settle-join": { eventId: number; userId: number }
  /** Does the same for every attendance that differs from what was last sent. */
  "fediverse.settle-joins": Record<string, never>
  /** Fetches the avatars of remote accounts that local users have to do with. */
  "fediverse.fetch-faces": Record<string, never>
  /** Reads which software a host runs. */
  "fediverse.read-software": { host: string }
  /** Publishes the events of an actor again after its Fediverse settings changed, starting after this event. */
  "fediverse.retell": { actorId: number; after: number }
  /** Sends the deliveries to other servers that are due. */
  "fediverse.deliver": Record<string, never>
  /** Reads the upcoming events of a remote account that is followed from now on. */
  "fediverse.look": { remoteActorId: number }
  /** Handles a received activity again, because a server that it depends on did not answer. */
  "fediverse.handle-again": { remoteActorId: number; host: string; activity: object; tries: number }
  /**
   * Deletes old deliveries, and remote accounts that concern nobody here; publishes the removal of actors that are gone for good.
   */
  "fediverse.sweep": Record<string, never>
  /** Finds all recipients of a notice, and queues its deliveries. */
  "notices.gather": { noticeId: number; round?: number }
  /** Notifies the managers of an event of the number of attendances. */
  "notices.answers": { noticeId: number }
  /** Mails a notice to a few recipients. */
  "notices.mail": { deliveryIds: number[] }
  /** Makes the newsletter issues that are due, and queues their mails. */
  "newsletters.due": Record<string, never>
  /** Mails a few newsletter issues. */
  "newsletters.mail": { issueIds: number[] }
  /** Mails an address the link that confirms its newsletter. */
  "newsletters.confirm-mail": { subscriptionId: number }
  /** Mails an account a trial issue with the present content. */
  "newsletters.trial": { userId: number }
  /** Deletes unconfirmed and ended subscriptions, and old issues; queues lost mails again. */
  "newsletters.sweep": Record<string, never>
  /** Pushes a notice to the devices of a few recipients. */
  "notices.push": { deliveryIds: number[]; device?: number; tries?: number }
  /** Fills the gazetteer with towns that people can find by name. */
  "places.fill-gazetteer": Record<string, never>
  /** Deletes old answers of the geocoder. */
  "places.sweep": Record<string, never>
  /** Queues webhook deliveries for changed events and actors. */
  "webhooks.tell": { events: number[]; actors: number[] }
  /** Sends the webhook deliveries that are due. */
  "webhooks.deliver": Record<string, never>
  /** Deletes old webhook deliveries, and queues lost ones. */
  "webhooks.sweep": Record<string, never>
  /** Removes for good what was deleted more than 30 days ago. */
  "actors.purge-deleted": Record<string, never>
}
export type JobName = keyof Jobs

export type AccountMail =
  /** `next`: path of the page that the link leads back to. */
  | { userId: number; emailId: number; kind: "verify" | "reset"; next?: string | undefined }
  | { userId: number; emailId: number; kind: "already-registered" }
  | {
      userId: number
      emailId: number
      kind: "password-changed" | "factor-on" | "factor-off" | "suspended" | "restored"
    }
  | { userId: number; emailId: number; kind: "email-added"; addedId: number }
  /** To the former main address. */
  | { userId: number; emailId: number; kind: "primary-changed"; primaryId: number }
  /** The account no longer exists, so the data hold everything; they are deleted once the mail is sent. */
  | { kind: "account-deleted"; to: string; name: string; language: "fr" | "en" | "nl" }

type QueueOptions = Omit<Queue, "name"> & {
  /** Jobs of this kind that a process runs at once. */
  together?: number
}

/** Tried again for about a day, since a mail server that is down returns. */
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

/** Resumes where it stopped, for about a day. */
const inSteps: QueueOptions = {
  retryLimit: 16,
  retryBackoff: true,
  retryDelay: 5,
  retryDelayMax: 7200,
  expireInSeconds: 1800,
}

/** The retries of each job, and its time limit in seconds. */
export const queues: Record<JobName, QueueOptions> = {
  "accounts.mail": mail,
  "contact.mail": mail,
  "actors.invitation-mail": mail,
  "moderation.claim-mail": mail,
  "moderation.report-mail": mail,
  "moderation.decided-mail": mail,
  "moderation.staff-mail": mail,
  // One job running and one waiting, so that reports made while it ends are not missed.
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
  // One job running and one waiting, so that pictures noted while it ends are not missed.
  "documents.fetch-pictures": { retryLimit: 2, retryDelay: 60, expireInSeconds: 900, policy: "stately" },
  // The time limit is that of the longest sound; one runs at a time. An interrupted job is tried again in a minute or two; a disk
  // that was full may have room in an hour.
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
  // One job running and one waiting, so that deliveries written while it ends are not missed.
  "fediverse.deliver": { retryLimit: 2, retryDelay: 30, expireInSeconds: 600, policy: "stately" },
  "fediverse.look": { retryLimit: 3, retryBackoff: true, retryDelay: 60, expireInSeconds: 600, together: 2 },
  // Whether a server is silent again is counted by the job itself, which queues the next one.
  "fediverse.handle-again": { retryLimit: 2, retryDelay: 60, expireInSeconds: 120, together: 2 },
  "fediverse.sweep": { retryLimit: 0, expireInSeconds: 1800, policy: "exclusive" },
  "webhooks.tell": { ...inSteps, expireInSeconds: 300, together: 2 },
  // One job running and one waiting, so that deliveries written while it ends are not missed.
  "webhooks.deliver": { retryLimit: 2, retryDelay: 30, expireInSeconds: 600, policy: "stately" },
  "webhooks.sweep": { retryLimit: 0, expireInSeconds: 600, policy: "exclusive" },
  "notices.gather": gathering,
  "notices.answers": gathering,
  "newsletters.due": { retryLimit: 0, expireInSeconds: 7200, policy: "exclusive" },
  "newsletters.mail": { ...mail, retryLimit: 40, expireInSeconds: 600 },
  "newsletters.confirm-mail": mail,
  "newsletters.trial": mail,
  "newsletters.sweep": { retryLimit: 0, expireInSeconds: 600, policy: "exclusive" },
  // Slightly more tries than its own count allows (mail/delivering.server.ts), which records the failure.
  "notices.mail": { ...mail, retryLimit: 40, expireInSeconds: 300 },
  "notices.push": { ...mail, retryLimit: 40, expireInSeconds: 300 },
}
