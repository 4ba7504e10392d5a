import { type RawBuilder, sql } from 'kysely';
import { toE164 } from '#shared/phone.ts';

/**
 * Of statements over `consents c`: whoever gave it named this email or phone, however either was typed. A subject is an
 * email, «email phone» of an order, or «name, phone, email» of a form.
 */
export function isOfContact(contact: string): RawBuilder<boolean> {
  const phone = toE164(contact.trim());
  if (!phone) {
    return sql<boolean>`lower(btrim(${contact}::text)) = any(regexp_split_to_array(lower(c.subject), '[[:space:],]+'))`;
  }
  // People write +7, 8 or neither before the ten digits of a Russian number.
  const digits = phone.startsWith('+7') ? phone.slice(2) : phone.slice(1);
  return sql<boolean>`right(regexp_replace(
    regexp_replace(c.subject, '[^[:space:],]+@[^[:space:],]+', '', 'g'), '[^0-9]', '', 'g'), ${digits.length}::int) = ${digits}`;
}
