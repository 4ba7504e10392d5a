import type { Wobbler } from '#modules/content/wobblers.ts';

/** S7-21. No banners when the call fails: they are nobody's errand. */
export async function readWobblers(site: string, department_id_1c: string): Promise<Wobbler[]> {
  const query = new URLSearchParams({ domain_id_1c: department_id_1c });
  try {
    const answer = await fetch(`/api/ecm/sites-content/${site}/wobblers/?${query}`, {
      cache: 'no-store',
      headers: { 'Cache-Control': 'no-cache', Pragma: 'no-cache' },
    });
    return answer.ok ? ((await answer.json()) as Wobbler[]) : [];
  } catch {
    return [];
  }
}

const flagOf = (id: number) => `wobbler_${id}_showed`;

/** S4-17: the banner was closed, or clicked when it shows once. */
export function wasShowed(id: number): boolean {
  try {
    return localStorage.getItem(flagOf(id)) !== null;
  } catch {
    return false;
  }
}

export function rememberShowed(id: number): void {
  try {
    localStorage.setItem(flagOf(id), 'true');
  } catch {
    // Storage is full or forbidden: the banner stays away until the page is loaded again.
  }
}
