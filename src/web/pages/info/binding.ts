/** Texts that bind somebody: their editions are numbered, dated and stay readable. */
const binding = new Set(['privacy-policy', 'offer', 'sale-rules', 'returns', 'recommendations', 'bonus-rules']);

export function isBinding(slug: string): boolean {
  return binding.has(slug) || slug.startsWith('consent-');
}
