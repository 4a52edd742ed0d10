import fc from "fast-check"
import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type Language, languages } from "#i18n/languages.ts"
import { MessagesProvider, useMessages } from "#i18n/messages-context.ts"
import { frozen } from "#lib/frozen.ts"
import { Basename } from "#ui/link.tsx"
import { kept, MarkupStore } from "./kept-markup.tsx"
import { PageLink } from "../navigation/link.tsx"
import { markupStore } from "./markup-store.server.ts"

let made = 0

/** Renders all of its props. */
const Part = kept(function Words(props: { name?: unknown; of?: unknown }) {
  const t = useMessages()
  made++
  return (
    <PageLink to="/events/1" lang={String(props.name)}>
      {t("ui.all_day")}: {String(props.name)} {said(props.of)} {Object.keys(props).join()}
    </PageLink>
  )
})
const Other = kept(({ name }: { name?: unknown; of?: unknown }) => <i>{String(name)}</i>)

function said(of: unknown): string {
  if (Array.isArray(of)) return `[${of.map(said).join()}]`
  if (typeof of === "object" && of) return `{${Object.entries(of).map(([name, one]) => `${name}:${said(one)}`)}}`
  return `${typeof of} ${String(of)}`
}

type Props = { name?: unknown; of?: unknown }

function page(store: ReturnType<typeof markupStore> | undefined, language: Language, props: Props) {
  return renderToString(
    <MarkupStore value={store}>
      <MessagesProvider value={messagesIn(language)}>
        <Basename value={language === "fr" ? "" : `/${language}`}>
          <Part className="row" aria-label="A" {...props} />
          <Other className="row" {...props} />
        </Basename>
      </MessagesProvider>
    </MarkupStore>,
  )
}

test("cached markup equals the rendered markup in each language, and is rendered once", () => {
  const store = markupStore()
  for (const language of languages) {
    for (const name of ["Une <b>nuit</b>", "Tôt & tard"]) {
      const expected = page(undefined, language, { name })
      made = 0
      expect(page(store, language, { name })).toBe(expected)
      expect(page(store, language, { name })).toBe(expected)
      expect(made).toBe(1)
    }
  }
})

test("cached and fresh markup are equal for any props", () => {
  const store = markupStore()
  const odd = fc.constantFrom<unknown>(
    undefined,
    null,
    "",
    "undefined",
    "null",
    0,
    "0",
    NaN,
    Infinity,
    "NaN",
    true,
    "true",
    [],
    "[]",
    [undefined],
    [null],
    {},
    { name: undefined },
    "</div><script>",
    '","of",1',
    "\u2028\0",
  )
  const anything = fc.oneof(odd, odd, fc.anything({ withBigInt: false, withNullPrototype: false }), fc.string())
  const props = fc.record({ name: odd, of: anything }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.constantFrom(...languages), fc.array(props, { minLength: 1, maxLength: 8 }), (language, all) => {
      for (const one of all) {
        const fresh = page(undefined, language, one)
        expect(page(store, language, one)).toBe(fresh)
        // A frozen value is serialised as a key only once.
        for (let turn = 0; turn < 2; turn++) expect(page(store, language, frozen(one))).toBe(fresh)
      }
    }),
    { numRuns: 300 },
  )
})
