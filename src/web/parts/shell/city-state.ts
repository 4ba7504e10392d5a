import { cityAutoAcceptMs, cityCookieSeconds } from '#shared/constants.ts';

/**
 * What the visitor did with the question about the city; `waited` is 10 s without an answer, `chose` a city of the
 * list.
 */
export type CityAnswer = { kind: 'yes' | 'no' | 'waited' } | { kind: 'chose'; id_1c: string };

export type CityStep = {
  /** Cookies to set: they rule the question only, the host decides the branch. */
  cookies: { myCity: string; isConfirmCity: 'true' | 'false' };
  opens_popup: boolean;
};

/** S4-13. On mobile Нет also confirms. */
export function answerCity(answer: CityAnswer, current_id_1c: string, device: 'desktop' | 'mobile'): CityStep {
  if (answer.kind === 'chose') return { cookies: { myCity: answer.id_1c, isConfirmCity: 'true' }, opens_popup: false };
  const isNo = answer.kind === 'no';
  const isConfirmed = !isNo || device === 'mobile';
  return {
    cookies: { myCity: current_id_1c, isConfirmCity: isConfirmed ? 'true' : 'false' },
    opens_popup: isNo,
  };
}

/** Milliseconds of silence that count as Да; mobile waits for an answer (S4-13 names the desktop only). */
export function autoAcceptMs(device: 'desktop' | 'mobile'): number | null {
  return device === 'desktop' ? cityAutoAcceptMs : null;
}

/** S2-37: the question stands while the city is unconfirmed. Robots are not asked. */
export function asksCity(cookieHeader: string, userAgent: string): boolean {
  return !/(^|;\s*)isConfirmCity=true(;|$)/.test(cookieHeader) && !/bot|crawl|spider|slurp|preview/i.test(userAgent);
}

/** One `document.cookie` assignment: 30 days on the parent domain (S9-04), host-only where there is none. */
export function cityCookie(name: string, value: string, domain: string | null, isSecure: boolean): string {
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${cityCookieSeconds}`, 'SameSite=Lax'];
  if (domain) parts.push(`Domain=${domain}`);
  if (isSecure) parts.push('Secure');
  return parts.join('; ');
}
