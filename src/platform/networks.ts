import { BlockList, isIP } from 'node:net';

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

/** An IPv4 address met on an IPv6 socket (::ffff:…) is the IPv4 one. */
export function isInNetworks(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const version = isIP(plain);
  return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
