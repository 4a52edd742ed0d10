/** What a house can say of its access: yes, no or unknown for each, and when it was checked. */
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
/** What is asked first, in words: with it most people know whether they can come. */
export const firstQuestions = ["step_free", "accessible_toilet", "seating"] as const
export type AccessFeature = (typeof accessFeatures)[number]
export type AccessAnswer = "yes" | "no" | "unknown"
export type Access = Partial<Record<AccessFeature, AccessAnswer>> & { checked?: string }
