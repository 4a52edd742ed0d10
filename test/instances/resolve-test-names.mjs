// Loaded before the product in tests: every name under .test resolves to this machine, as a test name server would answer.
import dns from "node:dns"
import { syncBuiltinESMExports } from "node:module"

const usual = dns.lookup
dns.lookup = (name, options, done) => {
  const [how, answer] = typeof options === "function" ? [{}, options] : [options ?? {}, done]
  if (!/\.test$/i.test(name)) return usual(name, how, answer)
  const here = { address: "127.0.0.1", family: 4 }
  process.nextTick(() => (how.all ? answer(null, [here]) : answer(null, here.address, here.family)))
}
syncBuiltinESMExports()
