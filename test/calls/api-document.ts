import { createApi } from "../../src/api.ts"
import { readConfig } from "../../src/config/config.ts"
import { contentVersion } from "../../src/http/caching/content-version.ts"

/** Returns the OpenAPI document of an instance, which needs no database. */
export async function apiDocument(variables: Record<string, string> = {}) {
  const api = createApi({
    config: readConfig(variables),
    db: undefined as never,
    log: undefined as never,
    content: contentVersion(),
    version: "",
    release: "0.1.0",
    phase: () => "serving",
  })
  return (await api.request("/api/openapi.json")).json()
}
