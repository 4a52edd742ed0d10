// What every lazily loaded React Aria part imports first. usePress would put a <style> in <head>, which our
// Content-Security-Policy refuses; an element with its id tells it that the rule is there (styles/controls.css).
const id = "react-aria-pressable-style"
if (typeof document !== "undefined" && !document.getElementById(id)) {
  const mark = document.createElement("meta")
  mark.id = id
  document.head.append(mark)
}

/** React Aria speaks the language of the page. */
export const ariaLocales = { fr: "fr-BE", en: "en-GB", nl: "nl-BE" } as const
