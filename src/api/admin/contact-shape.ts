import { z } from 'zod';
import type { Contact } from '#modules/accounts/contacts.ts';
import { hiddenEmail, hiddenPhone } from '#shared/hidden-contact.ts';

/** A contact of a customer. */
export const ContactShape = z.object({
  id: z.int(),
  type: z.enum(['phone', 'email', 'telegram']),
  value: z.string(),
  is_main: z.boolean(),
  is_confirmed: z.boolean(),
  /** It came from this service and changes only there. */
  locked_by: z.string().nullable(),
});

/** `isShown`: in full; else as much as tells it from another. */
export function presentContact({ id, type, value, purpose, confirmed_at }: Contact, isShown: boolean) {
  const hidden = { email: hiddenEmail, phone: hiddenPhone, telegram: () => '•••' }[type];
  const services = { VK: 'VK ID', Yandex: 'Яндекс ID', main: null, additional: null };
  return {
    id,
    type,
    value: isShown ? value : hidden(value),
    is_main: purpose === 'main',
    is_confirmed: confirmed_at !== null,
    locked_by: services[purpose],
  };
}
