import { readSetting } from '#modules/settings/read-setting.ts';
import type { Security } from '#modules/settings/schema.ts';
import type { Db } from '#platform/database.ts';
import { isInNetworks, networkList } from '#platform/networks.ts';
import { Refusal } from '#platform/refusal.ts';

/** Throws forbidden, with words, when the owner opened the back office to some networks alone, and this is another. */
export async function requireOfficeNetwork(db: Db, { address }: { address: string }): Promise<void> {
  const { networks } = await readSetting(db, 'security');
  if (isIn(networks, address)) return;
  throw new Refusal('forbidden', {}, `Управление магазином открыто только из сетей магазина. Ваш адрес: ${address}`);
}

/** Throws bad_input at `networks` when whoever saves them from this address would be shut out by them. */
export function refuseToShutOut({ networks }: Pick<Security, 'networks'>, address: string): void {
  if (isIn(networks, address)) return;
  const words = `Так вы сами не войдёте: добавьте свой адрес, ${address}`;
  throw new Refusal('bad_input', { fields: { networks: words } });
}

function isIn(networks: string[], address: string): boolean {
  const list = networkList(networks.join(','));
  return networks.length === 0 || (list !== null && isInNetworks(list, address));
}
