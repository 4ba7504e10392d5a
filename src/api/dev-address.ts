import type { AddressInfo } from 'node:net';
import { sayOwnAddress } from '#platform/own-address.ts';
import type { Api, ApiContext } from './api.ts';

/** Demonstration mode: worker, commands and this process itself call the partners it plays at the port it got. */
export function sayWhereDevAnswers(api: Api, { db, config }: ApiContext): void {
  if (!config.isDemonstration) return;
  api.addHook('onListen', async () => {
    const address = api.server.address() as AddressInfo | string | null;
    if (address !== null && typeof address === 'object') await sayOwnAddress(db, `http://127.0.0.1:${address.port}`);
  });
}
