import { useMessages } from "#i18n/messages-context.ts"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"
import { type DirectoryQuery, type Letter, writeDirectory } from "../../listing/directory.ts"

type LetterIndexProps = {
  letters: readonly Letter[]
  query: DirectoryQuery
  /** Number of names on the page, counted from the first one; their letters link to headings of this page. */
  shown: number
}

const alphabet = [..."abcdefghijklmnopqrstuvwxyz"]

/** Returns the id of a letter's section of the page. */
export function letterId(letter: string): string {
  return letter === "0" ? "0-9" : letter.toUpperCase()
}

/** Returns the heading of a letter's section. */
export function letterHeading(letter: string): string {
  return letter === "0" ? "#" : letter.toUpperCase()
}

/** An index from A to Z. Letters without names are dimmed; a letter that is not on the page links to a list of its own. */
export function LetterIndex({ letters, query, shown }: LetterIndexProps) {
  const t = useMessages()
  const counts = new Map(letters.map(({ letter, count }) => [letter, count]))
  const before = new Map<string, number>()
  let sum = 0
  for (const { letter, count } of letters) {
    before.set(letter, sum)
    sum += count
  }
  const isOnPage = (letter: string) => !query.letter && query.start === 0 && (before.get(letter) ?? 0) < shown

  return (
    <nav className="az" aria-label={t("directory.go_to_letter")}>
      {[...alphabet, ...(counts.has("0") ? ["0"] : [])].map((letter) => {
        const count = counts.get(letter)
        const sign = letterHeading(letter)
        if (!count) {
          return (
            <span key={letter} aria-hidden="true">
              {sign}
            </span>
          )
        }
        const words = letter === "0" ? t("directory.other_signs") : sign
        const label = t("directory.letter_count", { letter: words, count })
        if (isOnPage(letter)) {
          return (
            <a key={letter} href={`#${letterId(letter)}`} aria-label={label}>
              {sign}
            </a>
          )
        }
        const isOn = query.letter === letter
        const to = writeDirectory({ rel: query.rel, types: query.types, letter: isOn ? undefined : letter })
        return (
          <Link
            key={letter}
            to={paths.actors(to)}
            preventScrollReset
            aria-label={label}
            aria-current={isOn ? "true" : undefined}
          >
            {sign}
          </Link>
        )
      })}
    </nav>
  )
}
