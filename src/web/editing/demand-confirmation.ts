import { data } from "react-router"
import type { FormArguments } from "./form.ts"

/** Refuses what was pressed without the answer to its question: script asks in a dialog, a box stands in without. */
export function demandConfirmation({ values, t }: Pick<FormArguments<unknown>, "values" | "t">): void {
  if (values.get("sure") === "yes") return
  throw data({ detail: t("fields.sure_needed"), code: undefined, fields: {} }, { status: 400 })
}
