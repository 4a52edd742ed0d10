/** The groups of calls, in the order they are shown. */
const tags: Record<string, string> = {
  Events: "Lists of events with filters, single events and their dates, creating and changing them.",
  "Line-ups": "Performers of an event, changed one entry at a time.",
  Organizers: "Organizers of an event, the host first, changed one at a time.",
  Attendance: "Answers to events: the caller's own and, for managers, everybody's.",
  Actors: "The directory of persons, groups, places and organizers. An actor is a page of one of them.",
  Relations: "People and pages that belong to a page: its team, its members and partners, and invitations.",
  "Open dates": "Openings: days on which pages are free or looking for somebody, matches between them, and tours.",
  Webhooks: "Immediate deliveries to other programs when a page changes.",
  Follows: "Following pages, and what followers are notified of.",
  Agendas: "Lists of pages and events that a user keeps or publishes; called “My lists” on screen.",
  Activities: "The feed of what has been published or changed.",
  Documents: "Files: images, sounds, films and documents.",
  Places: "Places by name with their coordinates, and the map.",
  Imports: "Importing events from other sites.",
  Contact: "Messages to a page, and the messages it has received.",
  Notices: "Messages from organizers to people who answered an event.",
  Notifications: "Notifications of the caller, and unsubscribing from e-mails.",
  Newsletters: "Newsletters of accounts and of e-mail addresses, and their issues on the web.",
  Sharing: "Embedding events and pages in other sites.",
  Fediverse: "Fediverse accounts known to this server.",
  Moderation: "Hiding content, and ownership requests for pages without an owner.",
  Administration: "Running the instance: its state, accounts, hosts, and the log of administrators' actions.",
  "Signing in": "Accounts, sessions and passwords.",
  Me: "What belongs to the caller: account, calendar, drafts and the like.",
  Server: "Information about this server and its API.",
}

type Operations = Record<string, { tags?: string[] }>

/** Lists the groups that calls name, with their descriptions; groups without a description come last. */
export function tagsOf(paths: Record<string, object>): { name: string; description?: string }[] {
  const used = new Set(
    Object.values(paths).flatMap((operations) =>
      Object.values(operations as Operations).flatMap((one) => one.tags ?? []),
    ),
  )
  const described = Object.entries(tags).map(([name, description]) => ({ name, description }))
  const rest = [...used].filter((name) => !Object.hasOwn(tags, name)).map((name) => ({ name }))
  return [...described.filter(({ name }) => used.has(name)), ...rest]
}
