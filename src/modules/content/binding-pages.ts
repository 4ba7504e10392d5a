import { Refusal } from '#platform/refusal.ts';

/** Texts that bind somebody: their editions are numbered, dated and stay readable. */
const binding = new Set(['privacy-policy', 'offer', 'sale-rules', 'returns', 'recommendations', 'bonus-rules']);

export function isBinding(slug: string): boolean {
  return binding.has(slug) || isConsent(slug);
}

/** The offer, the policy and the texts of consents: they are put in force by whoever answers for the shop in law. */
export function isLegal(slug: string): boolean {
  return slug === 'offer' || slug === 'privacy-policy' || isConsent(slug);
}

/** Why somebody else does not put one of them in force. */
export const legalWords = 'Оферту, политику и тексты согласий публикует владелец';

/** Consents name the newest text of their kind, whatever the branch: there is one for all of them. */
export function isConsent(slug: string): boolean {
  return slug.startsWith('consent-');
}

/** Throws bad_input: without one of them nobody could order, so it holds until another edition does. */
export function refuseEndOfLegal(slug: string, ends_at: Date | null): void {
  if (ends_at && isLegal(slug))
    throw new Refusal('bad_input', { fields: { ends_at: 'Этот текст действует, пока не выйдет новая редакция' } });
}
