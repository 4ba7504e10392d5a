/** Landing pages that a browser saw, each with the day of the first time, as days since 1970 by UTC. */
export type SeenLanding = { slug: string; day: number };

/** So long an order is held to come of a landing page that was seen. */
export const orderDays = 14;

export const seenCookie = 'landings';

export const seenCookieSeconds = orderDays * 86_400;

/** A cookie of a few names is enough: who saw more has forgotten the first. */
const mostSeen = 5;

const pairPattern = /^([a-z0-9][a-z0-9-]{0,79})\.(\d{1,6})$/;

/** `slug.day_slug.day`; what cannot be read or is older than an order counts for is left out. */
export function readSeen(cookie: string | undefined, now: Date): SeenLanding[] {
  const today = dayOf(now);
  return (cookie ?? '')
    .slice(0, 600)
    .split('_')
    .flatMap((pair) => {
      const [, slug, day] = pairPattern.exec(pair) ?? [];
      const seen = Number(day);
      return slug && seen <= today && today - seen <= orderDays ? [{ slug, day: seen }] : [];
    })
    .slice(-mostSeen);
}

/** The cookie with this page in it, the oldest left out; null: the browser has seen it before. */
export function withSeen(seen: SeenLanding[], slug: string, now: Date): string | null {
  if (seen.some((one) => one.slug === slug)) return null;
  return [...seen, { slug, day: dayOf(now) }]
    .slice(-mostSeen)
    .map((one) => `${one.slug}.${one.day}`)
    .join('_');
}

/** Days since 1970 by UTC. */
export function dayOf(moment: Date): number {
  return Math.floor(moment.getTime() / 86_400_000);
}
