import { BlockList, isIP } from 'node:net';

/**
 * Addresses outside the public internet: loopback, private networks, cloud metadata, documentation. Of IPv6 only global
 * unicast (2000::/3) is public, without ranges that embed IPv4 addresses, which could hide a private one
 * (CVE-2026-35409).
 */
const refused = new BlockList();
const v4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
for (const [net, bits] of v4) refused.addSubnet(net, bits, 'ipv4');
const v6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;
for (const [net, bits] of v6) refused.addSubnet(net, bits, 'ipv6');

const reachable = new BlockList();
reachable.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !refused.check(address, 'ipv4');
  return kind === 6 && reachable.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}
