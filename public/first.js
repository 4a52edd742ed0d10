// Runs before the first paint and before any other script (a blocking script in <head>).

// Dark is what the server renders, light is what was chosen here.
try {
  if (localStorage.getItem("darkMode") === "false") {
    document.documentElement.classList.remove("dark")
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", "#f5f2ea")
  }
  if (localStorage.getItem("map") === "hidden") document.documentElement.classList.add("map-hidden")
} catch {}

// What libraries put into the page as a string (Trusted Types): text without any tag, the inert script that React makes its
// script elements of, and scripts of this build. HTML with tags only goes in by ui/html.ts, or is refused. Whoever asks this policy by
// name, as ProseMirror does before it makes its own, gets nothing of it.
globalThis.trustedTypes?.createPolicy("default", {
  createHTML(html, _type, sink) {
    if (!sink) throw new TypeError("only for what is set")
    return !html.includes("<") || html === "<script><\/script>" ? html : undefined
  },
  createScriptURL(address) {
    const { origin, pathname } = new URL(address, location.href)
    return origin === location.origin && /^\/(assets\/|(first|sw)\.js$)/.test(pathname) ? address : undefined
  },
})

// Firefox brings back a page that was left before it had started as it was: scripts that had not arrived never do, and React does
// not go on. Such a page is loaded again. React leaves properties of its own on the elements that it has taken over.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && Object.keys(document.querySelector("main") ?? {}).length === 0) location.reload()
})
