import { listContacts } from '#modules/accounts/contacts.ts';
import type { Shop } from './context.ts';

/** The address a signed-in person most likely means; staff who act do not read the contacts. */
export async function ownAddress({ db, requestContext }: Shop): Promise<string> {
  if (!requestContext.account || requestContext.account.acting) return '';
  const contacts = await listContacts(db, requestContext.account.user_id);
  return contacts.find(({ type, confirmed_at }) => type === 'email' && confirmed_at)?.value ?? '';
}
