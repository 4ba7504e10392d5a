import { isIPv6 } from 'node:net';

/** What one household or office has of the network: the IPv4 address, or the first half (/64) of an IPv6 one. */
export function networkOf(address: string): string {
  const plain = address
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')
    .toLowerCase();
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const first = head ? head.split(':') : [];
  const last = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
