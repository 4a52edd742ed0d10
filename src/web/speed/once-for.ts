/**
 * Makes a function that calls `make` once for each frozen object (`frozen`), for as long as the object exists; for other objects
 * each time. A server renders many pages from one answer at once; a browser renders one, and gets `make` itself.
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
