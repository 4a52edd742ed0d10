import { expect, test } from "vitest"
import { byDistance, byLetter, letterOf, readDirectory, writeDirectory } from "./directory.ts"
import { lettersOf } from "./letters.ts"

const read = (query: string) => readDirectory(new URLSearchParams(query))

test("invalid parameters of the directory are ignored", () => {
  const nothing = read("")
  for (const bad of [
    "rel=mine&letter=aa&type=robot,&near=here&radius=7&start=-1&q=%20%20",
    "rel=&letter=%C3%A9&type=&near=91,0&radius=1e9&start=1e9&q=",
    "near=4&start=x&letter=1",
    "near=1,2,3&radius=",
    "near=NaN,0",
    "near=,",
    "view=globe&bbox=4,51,5,50",
  ]) {
    expect(read(bad), bad).toEqual({ ...nothing, place: read(bad).place })
  }
  expect(read("q=%00%00").q).toBeUndefined()
  expect(read("q=%00a").q).toBe("a")
  expect(read(`q=${"x".repeat(1000)}`).q).toHaveLength(100)
})

test("valid parameters of the directory are read, and written back without loss", () => {
  const query = read(
    "rel=followed&q=%20hangar%20&type=place,group,place&letter=C&near=50.846,4.352&radius=10&view=map&bbox=4.2,50.7,4.5,50.9&start=100",
  )
  expect(query).toEqual({
    rel: "followed",
    q: "hangar",
    types: ["place", "group"],
    letter: "c",
    near: { lat: 50.846, lon: 4.352 },
    place: undefined,
    radius: 10,
    view: "map",
    bbox: [4.2, 50.7, 4.5, 50.9],
    start: 100,
  })
  expect(
    readDirectory(new URLSearchParams(Object.entries(writeDirectory(query)).filter((one) => one[1]) as never)),
  ).toEqual(query)
})

test("letterOf ignores articles, accents, case and leading punctuation", () => {
  const letters = {
    "Le Hangar des Vents": "h",
    "L’Entresol": "e",
    "l'Étoile": "e",
    "Het Pand": "p",
    "’t Arsenaal": "a",
    "Les Six Radiateurs": "s",
    "The Attic": "a",
    "Œuvre ouverte": "o",
    "Łódź Ensemble": "l",
    Lenteur: "l",
    A: "a",
    "104": "0",
    "« Zut »": "z",
    "« Les Halles »": "h",
    "(a)live": "a",
    "L''artsolite": "a",
    Ψ: "0",
  }
  for (const [name, letter] of Object.entries(letters)) expect(letterOf(name), name).toBe(letter)
})

test("byLetter groups names by letter and keeps their order", () => {
  expect(byLetter([{ name: "Atelier" }, { name: "L’Abri" }, { name: "Cirque" }])).toEqual([
    { letter: "a", actors: [{ name: "Atelier" }, { name: "L’Abri" }] },
    { letter: "c", actors: [{ name: "Cirque" }] },
  ])
})

test("byDistance puts each actor in the smallest radius that contains it", () => {
  const at = (distance: number) => ({ distance })
  expect(byDistance([at(0), at(5), at(5.1), at(24)], 25)).toEqual([
    { radius: 5, actors: [at(0), at(5)] },
    { radius: 10, actors: [at(5.1)] },
    { radius: 25, actors: [at(24)] },
  ])
  expect(byDistance([at(3)], 5)).toEqual([{ radius: 5, actors: [at(3)] }])
})

test("lettersOf counts a complete filtered list; empty searches, one letter and partial lists have no own letters", () => {
  const asked = (query: string) => readDirectory(new URLSearchParams(query))
  const items = [{ name: "Atelier" }, { name: "L’Abri" }, { name: "19M" }]
  const own = [
    { letter: "a", count: 2 },
    { letter: "0", count: 1 },
  ]
  expect(lettersOf(asked("rel=managed"), { items, total: 3 })).toEqual(own)
  expect(lettersOf(asked("q=a"), { items, total: 3 })).toEqual(own)
  expect(lettersOf(asked("rel=followed"), { items: [], total: 0 })).toEqual([])
  for (const [query, found] of [
    ["", { items, total: 3 }],
    ["q=xyz", { items: [], total: 0 }],
    ["rel=managed&letter=a", { items, total: 3 }],
    ["rel=managed", { items, total: 200 }],
  ] as const)
    expect(lettersOf(asked(query), found)).toBeUndefined()
})
