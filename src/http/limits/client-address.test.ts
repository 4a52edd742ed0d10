import { expect, test } from "vitest"
import { callerNetwork, clientAddress, coarseAddress } from "./client-address.ts"

test("X-Forwarded-For is trusted for as many entries as there are own proxies", () => {
  const forged = "6.6.6.6, 198.51.100.9, 203.0.113.7"
  expect(clientAddress("192.0.2.1", forged, 0)).toBe("192.0.2.1")
  expect(clientAddress("10.0.0.1", forged, 1)).toBe("203.0.113.7")
  expect(clientAddress("10.0.0.1", forged, 2)).toBe("198.51.100.9")
  expect(clientAddress("10.0.0.1", "203.0.113.7", 3)).toBe("10.0.0.1")
  expect(clientAddress("10.0.0.1", "unknown", 1)).toBe("10.0.0.1")
  expect(clientAddress("10.0.0.1", undefined, 1)).toBe("10.0.0.1")
})

test("IP addresses with port, brackets, zone or IPv4 mapping are normalised", () => {
  expect(clientAddress("::ffff:203.0.113.7", undefined, 0)).toBe("203.0.113.7")
  expect(clientAddress("::1", "[2001:db8::7]:4711", 1)).toBe("2001:db8::7")
  expect(clientAddress("::1", "203.0.113.7:4711", 1)).toBe("203.0.113.7")
  expect(clientAddress("fe80::1%eth0", undefined, 0)).toBe("fe80::1")
  expect(clientAddress(undefined, undefined, 0)).toBe("")
})

test("IPv6 addresses are grouped by their /64", () => {
  const same = ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:0db8:0001:0002:0:0:0:9"]
  expect(new Set(same.map(callerNetwork))).toEqual(new Set(["2001:db8:1:2::/64"]))
  expect(callerNetwork("2001:db8:1:3::1")).not.toBe(callerNetwork("2001:db8:1:2::1"))
  expect(callerNetwork("::1")).toBe("0:0:0:0::/64")
  expect(callerNetwork("203.0.113.7")).toBe("203.0.113.7")
})

test("coarseAddress returns only the network of an address", () => {
  expect(coarseAddress("203.0.113.7")).toBe("203.0.113.0/24")
  expect(coarseAddress("2001:db8:1:2::1")).toBe("2001:db8:1::/48")
  expect(coarseAddress("")).toBeNull()
})
