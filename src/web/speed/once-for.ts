/**
 * `make`, called once for each thing that nobody can change (`frozen`), as long as there is this thing; for others each
 * time. A server makes many pages of one answer at once; a browser makes one, and calls `make`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function onceFor<Thing extends object, Made>(make: (thing: Thing) => Made): (thing: Thing) => Made {
  if (!import.meta.env.SSR) return make
  const known = new WeakMap<Thing, Made>()
  return (thing) => {
    const found = known.get(thing)
    if (found !== undefined) return found
    const made = make(thing)
    if (Object.isFrozen(thing)) known.set(thing, made)
    return made
  }
}
