// Runs before the first paint (a blocking script in <head>): dark is what the server renders, light is what was chosen here.
try {
  if (localStorage.getItem("darkMode") === "false") {
    document.documentElement.classList.remove("dark")
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", "#f5f2ea")
  }
  if (localStorage.getItem("map") === "hidden") document.documentElement.classList.add("map-hidden")
} catch {}
