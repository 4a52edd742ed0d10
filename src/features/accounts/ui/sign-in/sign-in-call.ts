import type { Api } from "#web/api.ts"
import { failureOf } from "#web/api/problems.ts"
import type { CodeRequired } from "./sign-in.tsx"

/**
 * Signs in with the values of a form: the CSRF call, then the login call (specification §4). Returns that a code is needed when
 * the password was right and the form had no code field yet; throws any other failure.
 */
export async function signIn(
  api: Api,
  values: { get(name: string): string | null; has(name: string): boolean },
): Promise<CodeRequired | undefined> {
  const username = values.get("username") ?? ""
  const code = values.get("code")
  try {
    await api.get("/api/auth/csrf/")
    await api.post("/api/auth/login/", { username, password: values.get("password") ?? "", ...(code ? { code } : {}) })
  } catch (error) {
    if (failureOf(error)?.said.code !== "second_factor_needed" || values.has("code_wanted")) throw error
    return { username }
  }
  return undefined
}
