// Every lazily loaded React Aria part imports this first. usePress would put a <style> into <head>, which our
// Content-Security-Policy refuses; an element with that id tells it that the rule exists (styles/controls.css).
const id = "react-aria-pressable-style"
if (typeof document !== "undefined" && !document.getElementById(id)) {
  const mark = document.createElement("meta")
  mark.id = id
  document.head.append(mark)
}

/** The locale of React Aria for each language of the page. */
export const ariaLocales = { fr: "fr-BE", en: "en-GB", nl: "nl-BE" } as const
