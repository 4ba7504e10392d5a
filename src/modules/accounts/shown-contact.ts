import { hiddenEmail, hiddenPhone } from '#shared/hidden-contact.ts';
import type { Contact } from './contacts.ts';
import type { SignedIn } from './signed-in.ts';

/**
 * S6-05: contacts as this request context may read them: hidden from a member of staff who acts for the customer, else
 * as they are.
 */
export function shownContact(acting: SignedIn['acting']) {
  return ({ type, value }: Pick<Contact, 'type' | 'value'>): string => {
    if (!acting) return value;
    if (type === 'email') return hiddenEmail(value);
    return type === 'phone' ? hiddenPhone(value) : '•••';
  };
}
