import { randomUUID } from 'node:crypto';
import { addApiKey } from '#modules/exchange/api-keys.ts';
import { addWebhook, switchOffWebhook } from '#modules/webhooks/webhooks.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import type { AdminCast } from './cast.ts';
import type { Example } from './example.ts';

const at = (url: string, body?: object) => ({ make: () => ({ url, ...(body && { body }) }) });

/** The calls of keys and webhooks. */
export const keyExamples: Record<string, Example> = {
  'GET /api/admin/api-keys': at('/api/admin/api-keys'),
  'POST /api/admin/api-keys': {
    ...at('/api/admin/api-keys', { name: 'Склад', scopes: ['stock'], departments: ['00131'] }),
    answers: 201,
  },
  'POST /api/admin/api-keys/:id/end': {
    async make({ db }) {
      const { id } = await addApiKey(db, { name: 'Прежняя программа', scopes: ['prices'], departments: [] });
      return { url: `/api/admin/api-keys/${id}/end` };
    },
  },

  'GET /api/admin/webhooks': at('/api/admin/webhooks'),
  'POST /api/admin/webhooks': {
    async make({ db }) {
      // So many may be on at once.
      await db.updateTable('webhooks').set({ is_on: false, off_at: new Date() }).where('is_on', '=', true).execute();
      const url = `https://93.184.216.34/${randomUUID()}`;
      return {
        url: '/api/admin/webhooks',
        body: { url, events: ['order.placed'], department_id_1c: null },
      };
    },
    answers: 201,
  },
  'GET /api/admin/webhooks/:id/tries': {
    make: async (cast) => ({ url: `/api/admin/webhooks/${await aWebhook(cast)}/tries` }),
  },
  'POST /api/admin/webhooks/:id/replay': {
    make: async (cast) => ({
      url: `/api/admin/webhooks/${await aWebhook(cast)}/replay`,
      body: { since: '2026-11-01T00:00:00Z' },
    }),
  },
  'POST /api/admin/webhooks/:id/off': {
    make: async (cast) => ({ url: `/api/admin/webhooks/${await aWebhook(cast)}/off` }),
  },
  'POST /api/admin/webhooks/:id/on': {
    async make(cast) {
      const id = await aWebhook(cast);
      await switchOffWebhook(cast.db, id, 'проверка');
      return { url: `/api/admin/webhooks/${id}/on` };
    },
  },
  'POST /api/admin/webhooks/:id/secret': {
    make: async (cast) => ({ url: `/api/admin/webhooks/${await aWebhook(cast)}/secret` }),
  },
  'POST /api/admin/webhooks/:id/test': {
    make: async (cast) => ({ url: `/api/admin/webhooks/${await aWebhook(cast)}/test`, body: {} }),
    leavesNoLine: true,
  },
};

/** Of an address that leads inside, where nothing is sent. */
async function aWebhook({ db }: AdminCast): Promise<number> {
  await db.updateTable('webhooks').set({ is_on: false, off_at: new Date() }).where('is_on', '=', true).execute();
  const { id } = await addWebhook(db, await secretKeys(db, undefined), {
    url: 'https://127.0.0.1/',
    events: ['order.placed'],
    department_id_1c: null,
  });
  return id;
}
