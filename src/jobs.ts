import { refreshActivitiesOf } from "#features/activities/commands.server.ts"
import { fillActivities, isFilled, sweepActivities } from "#features/activities/filling/commands.server.ts"
import { checkIdentity } from "#features/accounts/profile/check-identity.server.ts"
import { sendAccountMail } from "#features/accounts/mails.server.ts"
import { sweep } from "#features/accounts/sweep.server.ts"
import { removeStoredFiles } from "#features/accounts/leaving/export.server.ts"
import { removeAccount } from "#features/accounts/leaving/removal.server.ts"
import { purgeDeleted, sweepSearchWords } from "#features/actors/removal/commands.server.ts"
import { sendInvitationMail } from "#features/actors/relations/mails.server.ts"
import { sweepContact } from "#features/contact/commands.server.ts"
import { setConsequences } from "#features/changes/consequences.server.ts"
import { followBatch, sweepChanges } from "#features/changes/following.server.ts"
import { sendContactMail } from "#features/contact/mails.server.ts"
import { fetchPictures } from "#features/documents/remote-pictures/fetching.server.ts"
import { resetFuturePictures } from "#features/documents/remote-pictures/store.server.ts"
import { makeRenditions, remakeSounds } from "#features/documents/sound/commands.server.ts"
import { makePdf, enqueueUnreadPdfs } from "#features/documents/pdf/commands.server.ts"
import { sweepFiles } from "#features/documents/file/sweep.server.ts"
import { resetFutureUploads, sweepUploads } from "#features/documents/uploads/commands.server.ts"
import { sweepRemoteFollows } from "#features/fediverse/following/sweep.server.ts"
import { readOutbox } from "#features/fediverse/remote-events/outbox-reading.server.ts"
import { handleAgain } from "#features/fediverse/inbox/handling.server.ts"
import { settleJoin, settleJoins } from "#features/fediverse/attending/outgoing-joins.server.ts"
import { deliverDue, resetFutureDeliveries } from "#features/fediverse/outbox/delivering.server.ts"
import { sweepFediverse } from "#features/fediverse/sweep.server.ts"
import { refederateEvents } from "#features/fediverse/outbox/refederation.server.ts"
import { federateDeletedPages, federatePage } from "#features/fediverse/outbox/pages.server.ts"
import { federateEvent } from "#features/fediverse/outbox/events.server.ts"
import { fetchFaces, resetFutureFaces } from "#features/fediverse/remote/faces/commands.server.ts"
import { federateSounds } from "#features/fediverse/sounds/federation.server.ts"
import { readSoftware } from "#features/fediverse/remote/software/commands.server.ts"
import { makeDueIssues, resetFutureNewsletters } from "#features/newsletters/issues/commands.server.ts"
import { sendConfirmMail } from "#features/newsletters/mails/confirm.server.ts"
import { sendTrialMail } from "#features/newsletters/mails/preview.server.ts"
import { sendIssues } from "#features/newsletters/mails/send.server.ts"
import { sweepNewsletters } from "#features/newsletters/sweep.server.ts"
import { sendAnswerNotice } from "#features/notices/answers/commands.server.ts"
import { gatherRecipients } from "#features/notices/gather.server.ts"
import { sendNoticeMails } from "#features/notices/mails.server.ts"
import { sendPushes } from "#features/notices/push/send.server.ts"
import { deleteOldNotices } from "#features/notices/preserved/commands.server.ts"
import { applyWholePageDeletion } from "#features/events/removal/commands.server.ts"
import { refreshAllSearchOfActors } from "#features/events/search/commands.server.ts"
import { fillGazetteer } from "#features/places/gazetteer/commands.server.ts"
import { sweepGeocoderAnswers } from "#features/places/geocoder/commands.server.ts"
import { publishDue } from "#features/events/writing/commands.server.ts"
import { renewSearchIndex } from "#features/events/search/index-of-words.server.ts"
import { sendClaimMail } from "#features/moderation/claims/mails.server.ts"
import { sendDecidedMail, sendStaffMail } from "#features/moderation/deciding/mails.server.ts"
import { sweepReports } from "#features/moderation/reports/commands.server.ts"
import { notifyModerators } from "#features/moderation/reports/notifying/commands.server.ts"
import { sendReportMail } from "#features/moderation/reports/notifying/mails.server.ts"
import { deliverWebhooks, resetFutureWebhooks } from "#features/webhooks/delivering.server.ts"
import { sweepWebhooks } from "#features/webhooks/sweep.server.ts"
import {
  queueEventDeliveries as tellProgramsEvent,
  queuePageDeliveries as tellProgramsPage,
} from "#features/webhooks/deliveries.server.ts"
import type { World } from "#http/world.ts"
import { resetFutureMails } from "#mail/delivering.server.ts"
import { MailNotTaken, type Mailer, openMailer } from "#mail/transport.ts"
import { storageOf } from "#storage/storage.ts"
import { writing } from "#db/writing.ts"
import { enqueue } from "#queue/enqueue.ts"
import { type Cron, type JobHandlers, startWorkers } from "#queue/workers.ts"
import { consequences } from "./changes.ts"
import { inboxHandlers } from "./inbox.ts"

type Context = Pick<World, "db" | "config" | "log"> & { mailer: Mailer }

/** The handler of each job. */
const handlers: JobHandlers<Context> = {
  "accounts.mail": mailed(({ db, config, mailer }, mail, jobId) => sendAccountMail(db, config, mailer, jobId, mail)),
  "actors.invitation-mail": mailed(({ db, config, mailer }, mail, jobId) =>
    sendInvitationMail(db, config, mailer, jobId, mail),
  ),
  "activities.fill": ({ db }) => fillActivities(db),
  "activities.sweep": ({ db }) => sweepActivities(db),
  "activities.refresh": ({ db }, { actorIds }) => refreshActivitiesOf(db, actorIds),
  "changes.follow": ({ db }, { batch }) => followBatch(db, batch),
  "changes.sweep": ({ db }) => sweepChanges(db),
  "contact.mail": mailed(({ db, config, mailer }, mail) => sendContactMail(db, config, mailer, mail)),
  "contact.sweep": ({ db }) => sweepContact(db),
  "moderation.claim-mail": mailed(({ db, config, mailer }, mail) => sendClaimMail(db, config, mailer, mail)),
  "moderation.tell-reports": ({ db }) => notifyModerators(db),
  "moderation.report-mail": mailed(({ db, config, mailer }, mail, jobId) =>
    sendReportMail(db, config, mailer, jobId, mail),
  ),
  "moderation.decided-mail": mailed(({ db, config, mailer }, mail) => sendDecidedMail(db, config, mailer, mail)),
  "moderation.staff-mail": mailed(({ db, config, mailer }, mail, jobId) =>
    sendStaffMail(db, config, mailer, jobId, mail),
  ),
  "moderation.sweep": ({ db }) => sweepReports(db),
  "accounts.check-identity": ({ db, config }, job) => checkIdentity(db, config, job),
  "accounts.sweep": ({ db }) => sweep(db),
  "accounts.remove": ({ db, config }, { accountId }) => removeAccount(db, storageOf(config), accountId),
  "actors.purge-deleted": async ({ db, config }) => {
    for (let left = 1; left > 0;) {
      const { count, files } = await purgeDeleted(db)
      await removeStoredFiles(storageOf(config), files)
      left = count
    }
    await deleteOldNotices(db)
  },
  "notices.gather": ({ db }, { noticeId, round }) => gatherRecipients(db, noticeId, undefined, round),
  "notices.answers": ({ db }, { noticeId }) => sendAnswerNotice(db, noticeId),
  "notices.mail": ({ db, config, mailer }, mail) => sendNoticeMails(db, config, mailer, mail),
  "newsletters.due": async ({ db }) => void (await makeDueIssues(db)),
  "newsletters.mail": ({ db, config, mailer }, mail) => sendIssues(db, config, mailer, mail),
  "newsletters.confirm-mail": mailed(({ db, config, mailer }, mail, jobId) =>
    sendConfirmMail(db, config, mailer, jobId, mail),
  ),
  "newsletters.trial": mailed(({ db, config, mailer }, mail, jobId) => sendTrialMail(db, config, mailer, jobId, mail)),
  "newsletters.sweep": ({ db }) => sweepNewsletters(db),
  "notices.push": ({ db, config }, pushes) => sendPushes(db, config, pushes),
  "documents.fetch-pictures": async ({ db, config }) => {
    if (await fetchPictures(db, storageOf(config), { most: config.importedPictures }))
      await writing(db, (tx) => enqueue(tx, "documents.fetch-pictures", {}))
  },
  "places.fill-gazetteer": ({ db }) => fillGazetteer(db),
  "places.sweep": ({ db }) => sweepGeocoderAnswers(db),
  "documents.sound": ({ db, config }, { documentId }) => makeRenditions(db, storageOf(config), config, documentId),
  "documents.pdf": ({ db, config }, { documentId }) => makePdf(db, storageOf(config), documentId),
  "documents.sweep": async ({ db, config }) => {
    await sweepFiles(db, storageOf(config))
    await remakeSounds(db, "waiting")
    await enqueueUnreadPdfs(db)
  },
  "documents.sweep-uploads": ({ db, config }) => sweepUploads(db, config),
  "fediverse.tell": async ({ db, config }, { events, gone, actors }) => {
    if (!config.federation.isOn) return
    for (const id of events) await federateEvent(db, config, id, gone.includes(id))
    for (const id of actors) {
      await federatePage(db, config, id)
      await federateSounds(db, config, id)
    }
    await federateDeletedPages(db, config)
  },
  "fediverse.settle-join": async ({ db, config }, { eventId, userId }) => {
    if (config.federation.isOn) await settleJoin(db, config, eventId, userId)
  },
  "fediverse.settle-joins": async ({ db, config }) => {
    if (config.federation.isOn) await settleJoins(db, config)
  },
  "fediverse.fetch-faces": async ({ db, config }) => {
    if (await fetchFaces(db, config, storageOf(config)))
      await writing(db, (tx) => enqueue(tx, "fediverse.fetch-faces", {}))
  },
  "fediverse.read-software": ({ db, config }, { host }) => readSoftware(db, config, host),
  "fediverse.retell": async ({ db, config }, { actorId, after }) => {
    if (!config.federation.isOn) return
    const last = await refederateEvents(db, config, actorId, after)
    if (last !== undefined) await writing(db, (tx) => enqueue(tx, "fediverse.retell", { actorId, after: last }))
  },
  "fediverse.deliver": async ({ db, config }) => {
    if (await deliverDue(db, config)) await writing(db, (tx) => enqueue(tx, "fediverse.deliver", {}))
  },
  "fediverse.look": ({ db, config }, { remoteActorId }) => readOutbox({ db, config }, remoteActorId),
  "fediverse.handle-again": ({ db, config }, waiting) => handleAgain({ db, config }, inboxHandlers, waiting),
  "fediverse.sweep": async ({ db, config }) => {
    if (config.federation.isOn) {
      await federateDeletedPages(db, config)
      await settleJoins(db, config)
    }
    await sweepRemoteFollows(db, config)
    await sweepFediverse(db)
  },
  "webhooks.tell": async ({ db, config }, { events, actors }) => {
    for (const id of events) await tellProgramsEvent(db, config, id)
    for (const id of actors) await tellProgramsPage(db, config, id)
  },
  "webhooks.deliver": async ({ db, config }) => {
    if (await deliverWebhooks(db, config)) await writing(db, (tx) => enqueue(tx, "webhooks.deliver", {}))
  },
  "webhooks.sweep": ({ db }) => sweepWebhooks(db),
  "events.publish-due": async ({ db }) => void (await publishDue(db)),
  "events.refresh-search": ({ db }, { actorIds }) => refreshAllSearchOfActors(db, actorIds),
  "events.follow-page": ({ db }, page) => applyWholePageDeletion(db, page),
  "events.renew-search-index": async ({ db }) => {
    await sweepSearchWords(db)
    await renewSearchIndex(db)
  },
}

/** Wraps a job that sends one mail. An address that does not exist is not tried again for a day. */
function mailed<Mail>(send: (context: Context, mail: Mail, jobId: string) => Promise<void>) {
  return (context: Context, mail: Mail, jobId: string) =>
    send(context, mail, jobId).catch((error: unknown) => {
      if (!(error instanceof MailNotTaken) || !error.isFinal) throw error
      context.log.warn({ err: error }, "mail refused for good")
    })
}

/** All scheduled jobs, in the time zone of the instance. */
const crons: Cron[] = [
  { name: "activities.sweep", at: "13 3 * * *" },
  { name: "accounts.sweep", at: "17 4 * * *" },
  { name: "actors.purge-deleted", at: "47 4 * * *" },
  { name: "changes.sweep", at: "23 4 * * *" },
  { name: "contact.sweep", at: "29 4 * * *" },
  { name: "moderation.sweep", at: "33 4 * * *" },
  { name: "documents.fetch-pictures", at: "*/10 * * * *" },
  { name: "documents.sweep", at: "7 5 * * *" },
  { name: "documents.sweep-uploads", at: "51 * * * *" },
  { name: "events.publish-due", at: "* * * * *" },
  { name: "fediverse.deliver", at: "* * * * *" },
  { name: "fediverse.fetch-faces", at: "4-59/10 * * * *" },
  { name: "fediverse.sweep", at: "59 4 * * *" },
  { name: "places.sweep", at: "53 4 * * *" },
  { name: "webhooks.deliver", at: "* * * * *" },
  { name: "webhooks.sweep", at: "11 5 * * *" },
  { name: "newsletters.due", at: "* * * * *" },
  { name: "newsletters.sweep", at: "41 4 * * *" },
  { name: "events.renew-search-index", at: "37 3 * * *" },
]

/** Resets the times that rows have of their own, in features whose jobs look for what is due. */
const resets = [
  resetFutureDeliveries,
  resetFutureWebhooks,
  resetFutureNewsletters,
  resetFutureMails,
  resetFuturePictures,
  resetFutureFaces,
  resetFutureUploads,
]

/**
 * Starts working on all jobs.
 * @param options.pollSeconds longest delay of a job that is due by the clock; new ones are noticed at once
 */
export async function startJobs(
  world: Context | Omit<Context, "mailer">,
  databaseUrl: string,
  { pollSeconds = 10 }: { pollSeconds?: number } = {},
): Promise<{ stop(): Promise<void> }> {
  setConsequences(consequences)
  const context: Context = { ...world, mailer: "mailer" in world ? world.mailer : openMailer(world.config) }
  const { db, config, log, mailer } = context
  try {
    // Content that was public before the feed existed appears within moments, rather than tomorrow.
    if (!(await isFilled(db))) await writing(db, (tx) => enqueue(tx, "activities.fill", {}))
    const { timezone } = config
    const workers = await startWorkers({ databaseUrl, context, handlers, crons, timezone, pollSeconds, resets })
    // Reported at the start, and not only once somebody waits for a mail.
    mailer.verify?.().catch((error: unknown) => {
      log.warn(
        { why: error instanceof Error ? error.message : String(error) },
        "the mail server (SMTP_URL) cannot be used; mails wait",
      )
    })
    return { stop: () => workers.stop().finally(() => mailer.close()) }
  } catch (error) {
    mailer.close()
    throw error
  }
}
