import { expect, test } from 'vitest'
import { neighbourhoodOf, networkOf, shownNetwork, wideNetworkOf } from './client-network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('AUTH-10 %s counts for %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['unknown', 'unknown'],
])('%s is in the wide network %s', (ip, network) => {
  expect(wideNetworkOf(ip)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:x'],
  ['::1', '0:0:0:x'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s is shown as %s', (ip, shown) => {
  expect(shownNetwork(networkOf(ip))).toBe(shown)
})

test.each([
  ['203.0.113.7', '4 203.0.113'],
  ['::ffff:203.0.113.200', '4 203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '16 32.1.13.184.0.1'],
  ['2001:0DB8:1:ffff::9', '16 32.1.13.184.0.1'],
  ['127.0.0.1', null],
  ['::1', null],
  ['::ffff:127.0.0.1', null],
  ['unknown', null],
])('%s has the neighbourhood %s', (ip, prefix) => {
  expect(neighbourhoodOf(ip)).toBe(prefix)
})
