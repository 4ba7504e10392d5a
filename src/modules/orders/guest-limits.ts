import type { Db } from '#platform/database.ts';
import { countTogether, tooMany } from '#platform/limits.ts';
import { networkOf } from '#platform/networks.ts';
import { countOf } from '#shared/plurals.ts';

/**
 * Orders an hour that a guest may place: with one email, with one phone, and from one network; 0: as many as they like.
 */
export type GuestLimits = { per_contact: number; per_network: number };

const perContact = 10;
const windowSeconds = 3_600;

/**
 * The limits for whoever asks: GUEST_ORDERS_PER_HOUR for their network (an IPv4 address, or the /64 of an IPv6 one). In
 * a demonstration everybody comes from this machine itself, so there a direct local request has no limit of its
 * network.
 */
export function guestLimits(
  config: { GUEST_ORDERS_PER_HOUR: number; isDemonstration: boolean },
  { isLocal }: { isLocal: boolean },
): GuestLimits {
  return {
    per_contact: perContact,
    per_network: config.isDemonstration && isLocal ? 0 : config.GUEST_ORDERS_PER_HOUR,
  };
}

/**
 * Counts a placed order of a guest, in the transaction that places it: what is rolled back was never counted, and of
 * parallel orders each waits at the row of its email, phone and network until the one before has committed. Throws
 * too_many.
 */
export async function countGuestOrder(
  db: Db,
  { per_contact, per_network }: GuestLimits,
  { address, email, phone }: { address: string; email: string; phone: string },
  now: Date,
): Promise<void> {
  // One order for everybody: two orders that share an email and a network never deadlock.
  const counted = [
    { key: `network ${networkOf(address)}`, most: per_network, whose: 'Из вашей сети' },
    { key: `email ${email.toLowerCase()}`, most: per_contact, whose: 'На эту почту' },
    { key: `phone ${phone}`, most: per_contact, whose: 'На этот телефон' },
  ].filter(({ most }) => most > 0);
  if (counted.length === 0) return;
  const rows = await countTogether(
    db,
    'guest order',
    counted.map(({ key }) => key),
    windowSeconds,
    now,
  );
  for (const { key, most, whose } of counted) {
    const row = rows.find((other) => other.key === key);
    if (!row || row.count <= most) continue;
    const wait = Math.max(row.wait, 1);
    throw tooMany(
      wait,
      `${whose} за последний час уже оформлено заказов: ${most}. Следующий можно оформить через ${countOf(Math.ceil(wait / 60), 'минуту', 'минуты', 'минут')}; после входа в кабинет ограничения нет`,
    );
  }
}
