import { expect, test } from "vitest"
import { deviceName } from "./device.ts"

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox · Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari · iPhone",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Edge · Windows",
  ],
  ["curl/8.5.0", "curl/8.5.0"],
  ["  ", undefined],
  [null, undefined],
])("deviceName of the user agent %s is %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
