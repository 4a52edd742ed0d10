/**
 * Everything that can happen to what people see: the ActivityStreams 2.0 type that says it to others, if one does, whether
 * it is read in the journal of the page or the event, and whether it is `unseen`: all that everybody sees of the page or
 * the event stays as it was, but for who comes and what others say of it.
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
  /** Gone for good: no journal is left of it. */
  purged: { activity: "Delete", isInJournal: false },
  merged: { activity: "Update", isInJournal: true },
  hidden: { activity: "Delete", isInJournal: true },
  shown_again: { activity: "Create", isInJournal: true },
  /** Moderators ask for a correction; it stays as it is meanwhile. */
  correction_asked: { activity: null, isInJournal: true },
  confirmation_accepted: { activity: "Accept", isInJournal: true },
  confirmation_declined: { activity: "Reject", isInJournal: true },
  confirmation_untagged: { activity: "Remove", isInJournal: true },
  /** Another event or a page that it names is no more. */
  detached: { activity: "Update", isInJournal: false },
  /** Somebody tells everybody that they will be there, or no longer. */
  answered: { activity: "Update", isInJournal: false, isUnseen: true },
  /** Somebody elsewhere is on the list of those who come no more. */
  attendee_removed: { activity: null, isInJournal: true, isUnseen: true },
  /** What somebody elsewhere said of it is shown to everybody, is so no more, or is gone. */
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
  /** What a page wants of the Fediverse. */
  fediverse_changed: { activity: null, isInJournal: true, isUnseen: true },
  /** Its followers elsewhere are sent to another account; it is back, without them; the accounts it says it was before. */
  moved_away: { activity: "Move", isInJournal: true },
  moved_back: { activity: null, isInJournal: true },
  aliases_changed: { activity: null, isInJournal: true },
  /** Which programs its people have told what changes on it. */
  webhooks_changed: { activity: null, isInJournal: true, isUnseen: true },
  message_sent: { activity: null, isInJournal: true, isUnseen: true },
  message_deleted: { activity: null, isInJournal: true, isUnseen: true },
  /** Somebody looked, by right of an office alone, at a draft, at messages, or at what only those see who manage it. */
  seen: { activity: null, isInJournal: true, isUnseen: true },
  messages_seen: { activity: null, isInJournal: true, isUnseen: true },
  inside_seen: { activity: null, isInJournal: true, isUnseen: true },
  /** A person shows as another page of theirs, or as none. */
  identity_changed: { activity: null, isInJournal: false },
  /** A profile elsewhere was found to name the page of whoever says it is theirs, or does so no more. */
  identity_verified: { activity: "Create", isInJournal: false },
  identity_removed: { activity: "Delete", isInJournal: false },
} as const satisfies Record<string, { activity: string | null; isInJournal: boolean; isUnseen?: true }>

export type ChangeKind = keyof typeof kinds

/** Is something different of what everybody sees of a page or an event? */
export function isSeen(kind: ChangeKind): boolean {
  return !("isUnseen" in kinds[kind])
}

/** Of a page or an event: what touches its files. */
export const documentKinds = ["document_added", "document_changed", "document_deleted"] as const satisfies ChangeKind[]
/** Of a page: what touches its open dates. */
export const openingKinds = ["opening_added", "opening_changed", "opening_ended"] as const satisfies ChangeKind[]
/** Of a page: what touches who belongs to it. */
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
