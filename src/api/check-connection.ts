import type { Partners } from '#integrations/partners.ts';
import { ProviderRefused, ProviderSilent } from '#integrations/payments/provider.ts';

/** Partners that can be asked something that changes nothing there. */
export const checkable = ['payments', 'crm', 'companies'] as const;
export type Checkable = (typeof checkable)[number];

export type CheckedConnection = { is_met: boolean; words: string };

/** Tax Service of Russia: a firm that the register has whatever happens. */
const knownInn = '7707329152';
/** No payment and no lead is called so. */
const unknownId = '00000000-0000-4000-8000-000000000000';

/** Whether the partner answers and takes our key, in words for staff; null: the shop is not connected to it. */
export async function checkConnection(
  id: Checkable,
  { payments, crm, companies }: Partners,
): Promise<CheckedConnection | null> {
  if (id === 'payments') return payments && !payments.is_demonstration ? checkPayments(payments) : null;
  if (id === 'crm') return crm && checkCrm(crm);
  return companies && checkRegister(companies);
}

async function checkRegister(companies: NonNullable<Partners['companies']>): Promise<CheckedConnection> {
  const failed = 'Не ответила: проверьте ключ и не кончился ли дневной лимит запросов';
  const party = await companies.ask(knownInn).catch(() => null);
  return party
    ? { is_met: true, words: `Отвечает: нашла по ИНН ${knownInn} «${party.name}»` }
    : { is_met: false, words: failed };
}

async function checkPayments(payments: NonNullable<Partners['payments']>): Promise<CheckedConnection> {
  try {
    await payments.within(5_000).lookUp('payment', unknownId, null);
  } catch (error) {
    if (error instanceof ProviderRefused && !error.isUnknown)
      return { is_met: false, words: `Ключ не принят: ${error.message}` };
    if (error instanceof ProviderSilent) return { is_met: false, words: `Не отвечает: ${error.message}` };
    if (!(error instanceof ProviderRefused)) throw error;
  }
  return { is_met: true, words: 'Отвечает, ключ принят' };
}

async function checkCrm(crm: NonNullable<Partners['crm']>): Promise<CheckedConnection> {
  const answer = await crm.find(unknownId);
  return answer.kind === 'done'
    ? { is_met: true, words: 'Отвечает, ключ принят' }
    : { is_met: false, words: `Не вышло: ${answer.words}` };
}
