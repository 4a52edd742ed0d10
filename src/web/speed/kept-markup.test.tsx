import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { MessagesProvider, useMessages } from "#i18n/messages-context.ts"
import { frozen } from "#lib/frozen.ts"
import { Basename } from "#ui/link.tsx"
import { KeptMarkup, MarkupStore } from "./kept-markup.tsx"
import { PageLink } from "../navigation/link.tsx"
import { markupStore } from "./markup-store.server.ts"

let made = 0

function Words({ name }: { name: string }) {
  const t = useMessages()
  made++
  return (
    <PageLink to="/events/1">
      {t("ui.all_day")}: {name}
    </PageLink>
  )
}

function page(store: ReturnType<typeof markupStore> | undefined, language: Language, name: string) {
  return renderToString(
    <MarkupStore value={store}>
      <MessagesProvider value={messagesIn(language)}>
        <Basename value={language === "fr" ? "" : `/${language}`}>
          <ul>
            <KeptMarkup className="row" of={[name]} aria-label="A">
              {() => <Words name={name} />}
            </KeptMarkup>
            <li>{name}</li>
          </ul>
        </Basename>
      </MessagesProvider>
    </MarkupStore>,
  )
}

test("kept markup is what would be rendered, in each language, and is made once for the same", () => {
  const store = markupStore()
  for (const language of ["fr", "en", "nl"] as const) {
    for (const name of ["Une <b>nuit</b>", "Tôt & tard"]) {
      const expected = page(undefined, language, name)
      made = 0
      expect(page(store, language, name)).toBe(expected)
      expect(page(store, language, name)).toBe(expected)
      expect(made).toBe(1)
    }
  }
})

test("what says the same is shown as the same, whichever object says it", () => {
  const store = markupStore()
  const event = frozen({ id: 1, title: "Nuit" })
  const shown = (level: number) => store([event, level], () => <b>{`${event.title} ${level}`}</b>)
  expect([shown(2), shown(3), shown(2)]).toEqual(["<b>Nuit 2</b>", "<b>Nuit 3</b>", "<b>Nuit 2</b>"])
  let made = 0
  const same = frozen({ id: 1, title: "Nuit" })
  expect(store([same, 3], () => <i>{made++}</i>)).toBe("<b>Nuit 3</b>")
  expect(made).toBe(0)
  expect(store([frozen({ id: 1, title: "Jour" }), 3], () => <b>Jour 3</b>)).toBe("<b>Jour 3</b>")
})
