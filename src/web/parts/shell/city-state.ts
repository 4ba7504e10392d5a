import { cityAutoAcceptMs } from '#shared/constants.ts';
import { parseCookies } from '#shared/cookies.ts';

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

/**
 * How long the question stands on a page that opens at `now`: ms, `until answered`, or `over` when this tab has asked
 * already (`asked_at`, null: never) and been given the time an answer takes.
 */
export function askFor(
  device: 'desktop' | 'mobile',
  asked_at: number | null,
  now: number,
): number | 'until answered' | 'over' {
  const wait = autoAcceptMs(device);
  if (wait === null) return asked_at === null ? 'until answered' : 'over';
  const left = wait - (asked_at === null ? 0 : now - asked_at);
  return left > 0 ? left : 'over';
}

/** S2-37: the question stands while the city is unconfirmed. Robots are not asked. */
export function asksCity(cookieHeader: string, userAgent: string): boolean {
  return parseCookies(cookieHeader).isConfirmCity !== 'true' && !/bot|crawl|spider|slurp|preview/i.test(userAgent);
}
