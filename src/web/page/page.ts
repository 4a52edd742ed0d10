import { data, type RouterContextProvider } from "react-router"
import { isLanguage, type Language } from "#i18n/languages.ts"
import type { Api } from "../api.ts"
import { browserApi } from "../api/browser-api.ts"
import { intoDocument } from "../speed/document-data.tsx"
import { checkPage, type PageHandle } from "../navigation/page-handle.ts"
import { readOnScreen } from "../navigation/read-again.ts"
import { pageRequest } from "./request.ts"

/** The arguments with which a page's data are read, on both sides. */
export type PageArguments<Params = Record<string, string>> = { api: Api; params: Params; url: URL; language: Language }
type LoaderArguments<Params> = { params: Params; request: Request; context: Readonly<RouterContextProvider> }

/**
 * Reads a page's data with one function on both sides: `server` for the route's `loader`, `client` for its `clientLoader`, so
 * that a navigation in the browser costs only the JSON of the API. With the route's `handle`, its check decides whether the data
 * are shown.
 */
export function page<Params, Data>(load: (args: PageArguments<Params>) => Promise<Data>, handle?: PageHandle<Data>) {
  const checked = async (args: PageArguments<Params>) => {
    const loaded = await load(args)
    checkPage(handle, loaded, args.url)
    return loaded
  }
  const server = ({ params, request, context }: LoaderArguments<Params>) => {
    const { api, language } = context.get(pageRequest)
    return checked({ api, params, url: new URL(request.url), language })
  }
  return {
    server,
    /** Does what `server` does, for a page with much data, whose component uses `fromDocument`. */
    inDocument: async (args: LoaderArguments<Params>, statusOf?: (loaded: Data) => number | undefined) => {
      const loaded = await server(args)
      const status = statusOf?.(loaded)
      return status ? data(intoDocument(loaded), { status }) : intoDocument(loaded)
    },
    client: ({ params, request }: Omit<LoaderArguments<Params>, "context">) => {
      const written = document.documentElement.lang
      const language = isLanguage(written) ? written : "fr"
      const read = () => checked({ api: browserApi, params, url: new URL(request.url), language })
      return readOnScreen(read, request.signal)
    },
  }
}
