// Loaded before the product in tests: a name of the test's own (ELSEWHERE=hangar.example:8123) leads to this machine, so
// that the product asks it as it asks any page of the internet, and needs no switch that lets it ask private addresses.
import http from "node:http"
import https from "node:https"

const [name, port] = (process.env.ELSEWHERE ?? "").split(":")
for (const way of [http, https]) {
  const plain = http.request
  const usual = way.request
  way.request = (url, options, answered) =>
    url?.hostname === name
      ? plain(`http://127.0.0.1:${port}${url.pathname}${url.search}`, { ...options, lookup: undefined }, answered)
      : usual(url, options, answered)
}
