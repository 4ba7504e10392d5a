import { getPowerOfAttorney, orderFilesArea } from '#modules/orders/keep-order-file.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { readPrivateFile } from '#platform/private-files.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { privateFileResponse } from '#web/parts/request/sent-files.ts';

/** The kept copy, for whoever may open the order. */
export async function sendPowerOfAttorney({ db, config }: Shop, order: OrderView): Promise<Response> {
  const file = await getPowerOfAttorney(db, order.id);
  const bytes = file && (await readPrivateFile(config.DATA_DIR, orderFilesArea, file.id));
  if (!bytes) throw notFound();
  return privateFileResponse(file.name, bytes);
}
