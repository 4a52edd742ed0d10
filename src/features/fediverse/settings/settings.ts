/** Remote audience of a page and its events: everybody, only its followers, or nobody. */
export const audiences = ["everyone", "followers", "nobody"] as const

/** The Fediverse settings of a page. */
export type FediverseSettings = {
  audience: (typeof audiences)[number]
  /** Whether remote people may comment. Each comment is hidden until a manager of the page shows it. */
  hasComments: boolean
  /** Who may attend by a remote Join. */
  joining: (typeof audiences)[number]
  /** Whether the number of followers is public. */
  showsCounts: boolean
}

/** The settings of a page that never changed them. */
export const usualSettings: FediverseSettings = {
  audience: "everyone",
  hasComments: false,
  joining: "everyone",
  showsCounts: false,
}
