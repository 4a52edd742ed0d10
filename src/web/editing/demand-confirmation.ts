import { data } from "react-router"
import type { FormArguments } from "./form.ts"

/** Refuses a form that was sent without its confirmation, which script asks for in a dialog, and otherwise a checkbox. */
export function demandConfirmation({ values, t }: Pick<FormArguments<unknown>, "values" | "t">): void {
  if (values.get("sure") === "yes") return
  throw data({ detail: t("fields.sure_needed"), code: undefined, fields: {} }, { status: 400 })
}
