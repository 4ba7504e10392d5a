import { formatPhone } from '#shared/phone.ts';

/** A phone as people read it; one that came hidden stays so. */
export function phoneWords(phone: string): string {
  return phone.includes('•') ? phone : formatPhone(phone);
}
