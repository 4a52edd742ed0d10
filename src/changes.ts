import { countImported, mayFold, noteActivities } from "#features/activities/commands.server.ts"
import type { Consequence } from "#features/changes/consequences.server.ts"
import { refreshSearchAfter } from "#features/events/search/commands.server.ts"
import { queueJoinSettlement } from "#features/fediverse/attending/following.server.ts"
import { isDecision, notifyStaff } from "#features/moderation/deciding/following.server.ts"
import { mayFederate, queueFederation } from "#features/fediverse/outbox/following.server.ts"
import { mayRequestConfirmations, noteChanges, requestConfirmationsAfter } from "#features/notices/following.server.ts"
import { mayNotifyFollowers, notifyFollowers } from "#features/notices/publications/commands.server.ts"
import { mayReachWebhooks, queueWebhookJobs } from "#features/webhooks/following.server.ts"

/**
 * The consequences of a change, in this order. The door itself writes the log, which is also the journal that people read, and
 * raises the version of the content. A new consequence is a line here, a handler in its feature and a test of that.
 */
export const consequences: readonly Consequence[] = [
  { name: "search", now: refreshSearchAfter },
  { name: "notices", now: noteChanges },
  { name: "activities", now: noteActivities, wants: mayFold, later: countImported },
  { name: "joins", now: queueJoinSettlement },
  { name: "confirmations", wants: mayRequestConfirmations, later: requestConfirmationsAfter },
  { name: "fediverse", wants: mayFederate, later: queueFederation },
  { name: "decisions", wants: isDecision, later: notifyStaff },
  { name: "publications", wants: mayNotifyFollowers, later: notifyFollowers },
  { name: "webhooks", wants: mayReachWebhooks, later: queueWebhookJobs },
]
