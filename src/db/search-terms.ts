import { sql } from "kysely"
import { type Db, prepared } from "./connection.ts"

type Kind = "event" | "actor"

/** Parses a search text into one tsquery of all its words (`searchWords`). */
export async function searchTerms(db: Db, text: string, kind: Kind = "event"): Promise<string | undefined> {
  return (await searchWords(db, text, kind))?.join(" & ")
}

/**
 * Parses a search text into one tsquery for each word. Accents, case and punctuation do not count; every word matches by its
 * beginning; a word that is not the beginning of any word in events (or actors) is treated as a misspelling of the nearest ones.
 * A town is searched for by each of its names in our languages, as the gazetteer has them: « Luik » finds what is in Liège, and
 * the words of its name form one query. Returns undefined for a text without a letter or digit.
 */
export async function searchWords(db: Db, text: string, kind: Kind = "event"): Promise<string[] | undefined> {
  const typed = withoutArticles(text.toWellFormed().replaceAll("\0", " ").slice(0, 500))
  const ofKind = sql.lit(kind)
  // Split into words by the function that made the index, so that both agree on every script. The longest words are the most
  // selective. The words are hidden in a subselect: if the planner saw them, every search would be planned anew, which takes
  // longer than the query.
  type Row = { word: string; slips: string[] | null; likes: string[] | null; towns: Town[] | null }
  const { rows } = await sql<Row>`${prepared}
    select given.word, (select json_agg(json_build_object('key', called.key, 'names', array(
        select distinct place_key(name) from (select p.name union all select value from jsonb_each_text(p.names)) as each(name)
        where place_key(name) <> called.key)))
      from gazetteer_names called join gazetteer_places p on p.id = called.place_id
      where called.key = any(${kind === "event" ? phrasesOf(typed) : []}::text[]) and called.rank = 0 and p.names <> '{}'
    ) as towns, case when not is_known then array(
        select near.word from search_words near
        where near.kind = ${ofKind} and near.slips && given.alike limit 100) end as slips,
      case when not is_known and length(given.word) >= 7 and given.word !~ '[0-9]' then array(
        select near.word from search_words near
        where near.kind = ${ofKind} and length(near.word) >= 7 and near.word % given.word
          and abs(length(near.word) - length(given.word)) <= 2
        order by similarity(near.word, given.word) desc, near.word limit 3) end as likes
    from (select word collate "C" as word, slips(word) as alike from unnest(tsvector_to_array((select search_document(${typed})))) word
      where length(word) <= 100 order by length(word) desc, word limit ${mostWords}) as given
    cross join lateral (select exists (
      select from search_words known where known.kind = ${ofKind} and known.word >= given.word and known.word < given.word || ${lastCharacter}
    ) as is_known) as known`.execute(db)
  if (rows.length === 0) return undefined

  const left = new Map(rows.map((row) => [row.word, row]))
  const towns = Map.groupBy(rows[0]?.towns ?? [], ({ key }) => key)
  const queries: string[] = []
  // « Den Haag » before « Haag », so that the words of one name are not read as two names.
  for (const key of [...towns.keys()].toSorted((a, b) => b.length - a.length)) {
    const own = key.split(" ")
    if (!own.every((word) => left.has(word))) continue
    for (const word of own) left.delete(word)
    const others = [...new Set(towns.get(key)?.flatMap(({ names }) => names))]
    const called = others.map((name) => allOf(name.split(" ").map(quoted)))
    queries.push(`(${[allOf(own.map((word) => `${quoted(word)}:*`)), ...called].join(" | ")})`)
  }
  for (const { word, slips, likes } of left.values()) {
    const near = (slips ?? []).filter((one) => isTypo(one, word)).sort()
    const spellings = near.length > 0 ? near.slice(0, mostSpellings) : (likes ?? [])
    queries.push(spellings.length > 0 ? `(${spellings.map(quoted).join(" | ")})` : `${quoted(word)}:*`)
  }
  return queries
}

/** A town whose name was typed, with its other names. */
type Town = { key: string; names: string[] }

/** Lists the parts of a text that may name a town: each word, and up to four consecutive words. */
function phrasesOf(text: string): string[] {
  const words = wordsOf(text)
  return words.flatMap((_, from) => [1, 2, 3, 4].map((count) => words.slice(from, from + count).join(" ")))
}

function allOf(words: string[]) {
  return words.length > 1 ? `(${words.join(" & ")})` : (words[0] as string)
}

const mostWords = 10
const mostSpellings = 8
const lastCharacter = "\u{10FFFF}"

function quoted(word: string) {
  return `'${word.replaceAll("\\", "").replaceAll("'", "''")}'`
}

/**
 * Removes elided articles such as « l’été », « d'Orsay » and "'s avonds": they carry no meaning, and people in a hurry omit them.
 */
function withoutArticles(text: string) {
  const bare = text
    .replaceAll(/(^|[^\p{L}\p{N}])(?:[cdjlmnst]|qu)['’‘ʼ`´](?=\p{L})/giu, "$1")
    .replaceAll(/(^|\s)['’‘ʼ`´][nst](?=\s|$)/giu, " ")
  return /[\p{L}\p{N}]/u.test(bare) ? bare : text
}

/** Returns whether two words differ by one added, missing or different letter, or by two neighbouring letters exchanged. */
export function isTypo(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [[...a], [...b]] : [[...b], [...a]]
  if (long.length - short.length > 1) return false
  let from = 0
  while (from < short.length && short[from] === long[from]) from++
  let rest = 0
  while (rest < short.length - from && short.at(-1 - rest) === long.at(-1 - rest)) rest++
  const [left, right] = [short.slice(from, short.length - rest), long.slice(from, long.length - rest)]
  if (right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/** Splits a name into words as far as JavaScript can: folded, in order, at most ten, each at most 60 characters. */
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
