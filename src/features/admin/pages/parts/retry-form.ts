import type { Done, FormArguments } from "#web/editing/form.ts"

/** Handles « Try now » for a silent host; two parts show this button. */
export const retryForm = async ({ api, values, t }: Pick<FormArguments, "api" | "values" | "t">): Promise<Done> => {
  const host = values.get("host") ?? ""
  await api.post("/api/admin/hosts/{host}/retry/", undefined, { host })
  return { notice: { message: t("admin.was_retried", { host }) } }
}
