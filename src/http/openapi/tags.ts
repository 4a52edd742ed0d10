/** The groups of calls, in the order they are shown. */
const tags: Record<string, string> = {
  Events: "What takes place: lists and filters, one event, its dates, making and changing it.",
  "Line-ups": "Who performs in an event, one entry at a time.",
  Organizers: "Who organizes an event, its host first, one at a time.",
  Attendance: "Who will be there: one's own answers, and for managers everybody's.",
  Actors: "The directory: persons, groups, places and organizers, and the pages they have.",
  Relations: "Who works on a page, who belongs to it, and who is invited.",
  "Open dates": "When pages are free or look for somebody, who goes with whom, and tours.",
  Webhooks: "Other programs that are told at once what changes on a page.",
  Follows: "Following a page.",
  Agendas: "Lists of pages and events that somebody keeps or publishes; on screens: my lists.",
  Activities: "What is new.",
  Documents: "Files: images, sounds, films and papers.",
  Places: "Towns and their coordinates.",
  Imports: "Reading events of other sites.",
  Contact: "Writing to a page, and the letters a page got.",
  Notices: "Messages of organizers to those who answered an event.",
  Notifications: "What somebody was told, and ending mails.",
  Newsletters: "Newsletters of accounts and of addresses, and their issues on the web.",
  Sharing: "Showing an event or a page on other sites.",
  Fediverse: "Accounts of the Fediverse that this server knows.",
  Moderation: "Hiding, and requests for pages that nobody owns.",
  Administration: "Running the instance: how it is, accounts, hosts, and what administrators did.",
  "Signing in": "Accounts, sessions and passwords.",
  Me: "What belongs to the person who asks.",
  Server: "What this server is.",
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
