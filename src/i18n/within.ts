import type { Messages } from "./messages.ts"

/** A label as it is written within a sentence: « théâtre », of « Théâtre ». */
export function within(t: Messages, [first = "", ...rest]: string): string {
  return first.toLocaleLowerCase(t.language) + rest.join("")
}

/** Labels as a list that begins a line: « Théâtre et danse », of « Théâtre » and « Danse ». */
export function listOfLabels(t: Messages, labels: readonly string[]): string {
  return t.list(labels.map((label, at) => (at === 0 ? label : within(t, label))))
}
