import type { Fields } from "#web/edit-values.ts"

/** The numbers of the rows of a list (`prices.0.label` → 0), in their order. */
export function rowsOf(fields: Fields, list: string): number[] {
  const numbers = Object.keys(fields).flatMap((name) => {
    const [, number] = name.startsWith(`${list}.`) ? (/^(\d{1,4})(?:\.|$)/.exec(name.slice(list.length + 1)) ?? []) : []
    return number === undefined ? [] : [Number(number)]
  })
  return [...new Set(numbers)].sort((a, b) => a - b)
}

/** Without a row. */
export function withoutRow(fields: Fields, list: string, row: number): Fields {
  const name = `${list}.${row}`
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name && !key.startsWith(`${name}.`)))
}

/** With one more row, empty, at the end. */
export function withRow(fields: Fields, list: string, key: string): Fields {
  return { ...fields, [`${list}.${(rowsOf(fields, list).at(-1) ?? -1) + 1}.${key}`]: "" }
}
