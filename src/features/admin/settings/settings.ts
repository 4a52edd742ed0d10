/** Groups of settings, in the order they are shown. */
export const settingGroups = ["site", "mail", "fediverse", "files", "places", "running"] as const
export type SettingGroup = (typeof settingGroups)[number]
