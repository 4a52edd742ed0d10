/** The access features of a venue: each is yes, no or unknown; and the date they were checked. */
export const accessFeatures = [
  "step_free",
  "wheelchair_places",
  "accessible_toilet",
  "induction_loop",
  "sign_language",
  "audio_description",
  "relaxed",
  "seating",
  "strobe",
] as const
/** The features asked first, in words: with them most people know whether they can come. */
export const firstQuestions = ["step_free", "accessible_toilet", "seating"] as const
export type AccessFeature = (typeof accessFeatures)[number]
export type AccessAnswer = "yes" | "no" | "unknown"
export type Access = Partial<Record<AccessFeature, AccessAnswer>> & { checked?: string }
