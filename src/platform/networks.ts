import { BlockList, isIP, isIPv6 } from 'node:net';

/** '10.0.0.0/8, 192.0.2.1, 2001:db8::/32' → what `isInNetworks` asks; null when something in it is no address. */
export function networkList(typed: string): BlockList | null {
  const list = new BlockList();
  for (const part of typed.split(',').map((part) => part.trim())) {
    if (part === '') continue;
    const [address = '', bits, ...rest] = part.split('/');
    const version = isIP(address);
    const size = bits === undefined ? null : Number(bits);
    const isSize =
      size === null || (Number.isInteger(size) && size >= 0 && size <= (version === 4 ? 32 : 128) && bits !== '');
    if (version === 0 || rest.length > 0 || !isSize) return null;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (size === null) list.addAddress(address, family);
    else list.addSubnet(address, size, family);
  }
  return list;
}

/** Whether the address, in any written form, lies in the list; what is no address lies in none. */
export function isInNetworks(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  const version = isIP(plain);
  return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

/**
 * What one household or office has of the network, whatever way the address is written: an IPv4 address, or the first
 * half of an IPv6 one (its /64, '2001:db8:0:1'). What is no address comes back in lower case.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? groupsOf(plain).slice(0, 4).join(':') : plain;
}

/**
 * The network of `networkOf` as PostgreSQL's inet operators read it: '192.0.2.7/32', '2001:db8:0:1::/64'; null for what
 * is no address.
 */
export function networkRange(address: string): string | null {
  const plain = plainAddress(address);
  if (isIPv6(plain)) return `${networkOf(plain)}::/64`;
  return isIP(plain) ? `${plain}/32` : null;
}

/**
 * One spelling: without zone (%eth0), brackets and port, in lower case. An IPv4 address met on an IPv6 socket
 * (::ffff:0:0/96) or behind a translator (64:ff9b::/96, RFC 6052) is the IPv4 one.
 */
export function plainAddress(address: string): string {
  const typed = address.trim().toLowerCase();
  const bare = /^\[(.*)\](:\d+)?$/.exec(typed)?.[1] ?? /^([\d.]+):\d+$/.exec(typed)?.[1] ?? typed;
  const plain = bare.replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const isIPv4 = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'].includes(groups.slice(0, 6).join(':'));
  return isIPv4 ? dotted(groups.slice(6)) : groups.join(':');
}

/** The eight groups of an IPv6 address in hexadecimal, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.replace(/\d+\.\d+\.\d+\.\d+$/, hexadecimal).split('::');
  const first = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16).toString(16));
}

/** '192.0.2.7' → 'c000:207' */
function hexadecimal(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** ['c000', '207'] → '192.0.2.7' */
const dotted = (groups: string[]) =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
