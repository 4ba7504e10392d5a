import { lookup } from 'node:dns/promises';
import { type BlockList, isIP } from 'node:net';
import { ensure } from '#shared/ensure.ts';
import { isInNetworks, networkList, plainAddress } from './networks.ts';

/**
 * Networks of one machine, one office or nobody, and those that lead into them (IANA's special-purpose registries).
 * IPv4 addresses inside IPv6 ones are looked at as IPv4 (`plainAddress`).
 */
const inside = ensure(
  networkList(
    [
      '0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24',
      '192.88.99.0/24,192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/4,240.0.0.0/4',
      '::/96,64:ff9b:1::/48,100::/64,2001::/23,2001:db8::/32,2002::/16,fc00::/7,fe80::/10,fec0::/10,ff00::/8',
    ].join(','),
  ),
);

export type OutsideAddress = {
  /** Where to connect; the name is not asked again. */
  address: string;
  family: 4 | 6;
};

/**
 * Where a stranger's URL leads, or why the shop does not go there, in Russian: it may lead to the public internet by
 * https, and to the networks in `allowed` by http too. A name is refused when any of its addresses is.
 */
export async function findOutside(url: string, allowed: BlockList): Promise<OutsideAddress | { problem: string }> {
  const parsed = URL.parse(url);
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:'))
    return { problem: 'адрес начинается с https://' };
  if (parsed.username !== '' || parsed.password !== '') return { problem: 'в адресе не может быть имени и пароля' };
  const addresses = await addressesOf(parsed.hostname);
  const [first] = addresses;
  if (!first) return { problem: `у имени ${parsed.hostname} нет адреса` };
  for (const { address } of addresses) {
    if (isInNetworks(allowed, address)) continue;
    if (isInNetworks(inside, address)) return { problem: `${parsed.hostname} ведёт во внутреннюю сеть` };
    if (parsed.protocol !== 'https:') return { problem: 'наружу — только по https://' };
  }
  return first;
}

async function addressesOf(host: string): Promise<OutsideAddress[]> {
  const plain = plainAddress(host);
  const version = isIP(plain);
  if (version === 4 || version === 6) return [{ address: plain, family: version }];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
