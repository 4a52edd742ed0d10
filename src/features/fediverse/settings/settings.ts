/** Who elsewhere sees a page and its events: everybody, only who follows it, or nobody. */
export const audiences = ["everyone", "followers", "nobody"] as const

/** What a page wants of the Fediverse. */
export type FediverseSettings = {
  audience: (typeof audiences)[number]
  /** May people elsewhere comment? Each comment is hidden until somebody of the page shows it. */
  hasComments: boolean
  /** Who may say from elsewhere that they come. */
  joining: (typeof audiences)[number]
  /** Do others see how many follow it? */
  showsCounts: boolean
}

/** What holds for a page that never said anything else. */
export const usualSettings: FediverseSettings = {
  audience: "everyone",
  hasComments: false,
  joining: "everyone",
  showsCounts: false,
}
