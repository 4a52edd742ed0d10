// Before anything is drawn: dark by default, light when this reader chose it.
try {
  if (localStorage.getItem("darkMode") === "false") document.documentElement.classList.remove("dark")
} catch {}
