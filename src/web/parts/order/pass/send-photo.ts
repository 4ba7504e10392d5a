import { readPhoto } from '#modules/handover/acts.ts';
import { isUuid } from '#shared/uuid.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';

/** A photograph of an act, for who may see the order; 404 for everything else. */
export async function sendPhoto({ db }: Shop, order_id: string, act: string, position: string): Promise<Response> {
  const isNamed = isUuid(act) && /^[0-9]{1,4}$/.test(position);
  const photo = isNamed ? await readPhoto(db, order_id, act, Number(position)) : null;
  if (!photo) throw notFound();
  return new Response(new Uint8Array(photo.bytes), {
    headers: { 'Content-Type': photo.type, 'Content-Security-Policy': 'sandbox' },
  });
}
