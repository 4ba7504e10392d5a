import type { Consent } from '#modules/consents/consents.ts';
import { consentPlaceWords } from '#modules/consents/schema.ts';
import { fixedForms } from './fixed-forms.ts';

/** Where a consent was given, in words after «Дано»: a place of the shop, or a form by its name. */
export function consentPlace({ form, form_name }: Pick<Consent, 'form' | 'form_name'>): string {
  const place = wordsOf(consentPlaceWords, form);
  const name = form_name ?? wordsOf(fixedForms, form)?.name;
  return place ?? (name ? `в форме «${name}»` : 'на сайте');
}

function wordsOf<Words>(table: Record<string, Words>, key: string): Words | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
