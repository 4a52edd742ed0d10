/**
 * All kinds of changes. `activity` is the ActivityStreams 2.0 type that federates it, if any; `isInJournal` says whether the
 * journal of the page or the event lists it; `isUnseen` that what everybody sees of the page or the event stays the same,
 * except for attendances and replies.
 */
export const kinds = {
  created: { activity: "Create", isInJournal: true },
  copied: { activity: "Create", isInJournal: true },
  updated: { activity: "Update", isInJournal: true },
  renamed: { activity: "Update", isInJournal: true },
  published: { activity: "Create", isInJournal: true },
  scheduled: { activity: null, isInJournal: true },
  withdrawn: { activity: "Delete", isInJournal: true },
  archived: { activity: "Update", isInJournal: true },
  cancelled: { activity: "Update", isInJournal: true },
  postponed: { activity: "Update", isInJournal: true },
  rescheduled: { activity: "Update", isInJournal: true },
  moved_online: { activity: "Update", isInJournal: true },
  tentative: { activity: "Update", isInJournal: true },
  date_changed: { activity: "Update", isInJournal: true },
  date_cancelled: { activity: "Update", isInJournal: true },
  deleted: { activity: "Delete", isInJournal: true },
  restored: { activity: "Create", isInJournal: true },
  /** Deleted for good: no journal is left of it. */
  purged: { activity: "Delete", isInJournal: false },
  merged: { activity: "Update", isInJournal: true },
  hidden: { activity: "Delete", isInJournal: true },
  shown_again: { activity: "Create", isInJournal: true },
  /** Moderators ask for a correction; the content stays unchanged meanwhile. */
  correction_asked: { activity: null, isInJournal: true },
  confirmation_accepted: { activity: "Accept", isInJournal: true },
  confirmation_declined: { activity: "Reject", isInJournal: true },
  confirmation_untagged: { activity: "Remove", isInJournal: true },
  /** Another event or a page that it names was deleted. */
  detached: { activity: "Update", isInJournal: false },
  /** Somebody publishes that they will attend, or no longer will. */
  answered: { activity: "Update", isInJournal: false, isUnseen: true },
  /** A remote attendee was removed from the list. */
  attendee_removed: { activity: null, isInJournal: true, isUnseen: true },
  /** A remote reply was shown to everybody, hidden, or deleted. */
  reply_shown: { activity: null, isInJournal: true, isUnseen: true },
  reply_hidden: { activity: null, isInJournal: true, isUnseen: true },
  reply_removed: { activity: null, isInJournal: true, isUnseen: true },
  reply_changed: { activity: null, isInJournal: false, isUnseen: true },
  invited: { activity: "Invite", isInJournal: true },
  invitation_accepted: { activity: "Accept", isInJournal: true },
  invitation_refused: { activity: "Reject", isInJournal: true },
  role_changed: { activity: "Update", isInJournal: true },
  relation_shown: { activity: "Update", isInJournal: false },
  left: { activity: "Leave", isInJournal: true },
  removed: { activity: "Remove", isInJournal: true },
  transferred: { activity: "Move", isInJournal: true },
  claim_accepted: { activity: "Accept", isInJournal: true },
  claim_refused: { activity: null, isInJournal: true },
  document_added: { activity: "Add", isInJournal: true },
  document_changed: { activity: "Update", isInJournal: true },
  document_deleted: { activity: "Remove", isInJournal: true },
  opening_added: { activity: null, isInJournal: true },
  opening_changed: { activity: null, isInJournal: true },
  opening_ended: { activity: null, isInJournal: true },
  /** The Fediverse settings of a page. */
  fediverse_changed: { activity: null, isInJournal: true, isUnseen: true },
  /** Remote followers of the page are sent to another account; the page is back, without them; its list of former accounts. */
  moved_away: { activity: "Move", isInJournal: true },
  moved_back: { activity: null, isInJournal: true },
  aliases_changed: { activity: null, isInJournal: true },
  /** The webhooks of a page. */
  webhooks_changed: { activity: null, isInJournal: true, isUnseen: true },
  message_sent: { activity: null, isInJournal: true, isUnseen: true },
  message_deleted: { activity: null, isInJournal: true, isUnseen: true },
  /** An administrator or moderator looked, by right of their office alone, at a draft, at messages, or at managers' data. */
  seen: { activity: null, isInJournal: true, isUnseen: true },
  messages_seen: { activity: null, isInJournal: true, isUnseen: true },
  inside_seen: { activity: null, isInJournal: true, isUnseen: true },
  /** A user shows as another page of theirs, or as none. */
  identity_changed: { activity: null, isInJournal: false },
  /** A remote profile was found to link back to the page of the user who claims it, or no longer does. */
  identity_verified: { activity: "Create", isInJournal: false },
  identity_removed: { activity: "Delete", isInJournal: false },
} as const satisfies Record<string, { activity: string | null; isInJournal: boolean; isUnseen?: true }>

export type ChangeKind = keyof typeof kinds

/** Returns whether a kind of change alters what everybody sees of a page or an event. */
export function isVisibleChange(kind: ChangeKind): boolean {
  return !("isUnseen" in kinds[kind])
}

/** Changes of the files of a page or an event. */
export const documentKinds = ["document_added", "document_changed", "document_deleted"] as const satisfies ChangeKind[]
/** Changes of the open dates of a page. */
export const openingKinds = ["opening_added", "opening_changed", "opening_ended"] as const satisfies ChangeKind[]
/** Changes of the members and relations of a page. */
export const relationKinds = [
  "invited",
  "invitation_accepted",
  "invitation_refused",
  "role_changed",
  "relation_shown",
  "left",
  "removed",
  "transferred",
] as const satisfies ChangeKind[]
