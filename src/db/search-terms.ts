import { sql } from "kysely"
import type { Db } from "./connection.ts"

/** More matches than this, and walking the agenda by date finds a page sooner than gathering them all. */
const common = 2000

export type SearchTerms = {
  /** tsquery text: every word by its beginning, misspelt ones by their likely spellings. */
  query: string
  /** So many events match that the agenda is better walked by date. */
  isCommon: boolean
}

/**
 * Reads a search: accents, case and punctuation do not count, every word matches by its beginning, and a word that no
 * title, place, artist or tag begins with is taken for a misspelling of its nearest ones. Undefined for a blank search
 * or one without a letter or digit.
 */
export async function searchTerms(db: Db, text: string): Promise<SearchTerms | undefined> {
  const words = wordsOf(text)
  if (words.length === 0) return undefined

  const { rows } = await sql<{ word: string; spellings: string[] | null }>`
    select given.word, case
      when exists (select from search_words known where known.word like given.word || '%') then null
      else array(
        select near.word from search_words near
        where near.word % given.word
        order by similarity(near.word, given.word) desc, near.word
        limit 4
      ) end as spellings
    from unnest(${words}::text[]) with ordinality as given(word, position)
    order by position`.execute(db)

  const query = rows
    .map(({ word, spellings }) =>
      spellings && spellings.length > 0
        ? `(${spellings.map((spelling) => `'${spelling.replaceAll("'", "''")}'`).join(" | ")})`
        : `'${word}':*`,
    )
    .join(" & ")

  return { query, isCommon: (await estimate(db, query)) > common }
}

/** The words of a search as the index holds them; at most ten, each at most 60 characters. */
export function wordsOf(text: string): string[] {
  const plain = text
    .slice(0, 500)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l")
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 10).map((word) => word.slice(0, 60))
}

/** How many events the planner expects to match: from statistics, nothing is read. */
async function estimate(db: Db, query: string) {
  const { rows } = await sql<{ "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }>`
    explain (format json) select from events where listed and search @@ to_tsquery('simple', ${sql.lit(query)})`.execute(
    db,
  )
  return rows[0]?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0
}
