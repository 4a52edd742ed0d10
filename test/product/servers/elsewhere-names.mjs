// Preloaded before the product in tests: it resolves a name of the test’s own (ELSEWHERE=hangar.example:8123) to this machine.
// The product then requests it like any page of the internet, and needs no switch that allows private addresses.
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
