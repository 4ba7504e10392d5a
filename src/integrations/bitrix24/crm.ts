import type { CrmAnswer, CrmPartner } from '#integrations/crm/crm.ts';
import { bitrixOf, callBitrix } from './client.ts';
import { crmIdOf, leadBody, lookUpBody } from './mapping.ts';

/** Bitrix24 by an incoming webhook (decision 210). */
export const bitrix24: CrmPartner = {
  needs: 'BITRIX24_WEBHOOK_URL',
  key: ({ BITRIX24_WEBHOOK_URL }) => BITRIX24_WEBHOOK_URL,
  isOn: (config) => Boolean(config.BITRIX24_WEBHOOK_URL),
  open(config) {
    const portal = bitrixOf(config);
    if (!portal) return null;
    const call = async (
      method: string,
      body: unknown,
      leadOf: (result: unknown) => { crm_id: number | null } | null,
    ): Promise<CrmAnswer> => {
      const answered = await callBitrix(portal, method, body);
      if (answered.kind !== 'result') return { call: method, ...answered };
      const { status, answer, result } = answered;
      return { call: method, status, answer, kind: 'done', lead: leadOf(result) };
    };
    return {
      processor: {
        name: 'Битрикс24 (bitrix24.ru)',
        gets:
          'Заявки из форм: имя, телефон, почта, название организации, о чём вы спрашиваете, ' +
          'с какой страницы и по какой рекламе пришли',
        purpose: 'Ответить на заявку',
      },
      add: (lead) => call('crm.lead.add', leadBody(portal, lead), (result) => ({ crm_id: crmIdOf(result) })),
      find: (origin_id) =>
        call('crm.lead.list', lookUpBody(portal, origin_id), (result) =>
          Array.isArray(result) && result.length > 0 ? { crm_id: crmIdOf(result) } : null,
        ),
    };
  },
};
