type Verdict = { verdict: 'few' | 'chance' | 'a' | 'b'; p_value: number | null };

/** What may be said of two variants, in a sentence. */
export function verdictOf({ verdict, p_value }: Verdict): string {
  if (verdict === 'few' || p_value === null)
    return (
      'Данных мало: исходя из общей доли, от каждого варианта должно ожидаться ' +
      'не меньше пяти заказов и не меньше пяти просмотров без заказа.'
    );
  const often = p_value < leastShown ? `меньше чем в ${percent(0.01)}` : `в ${percentOf(p_value)}`;
  const chance = `при равных вариантах такая разница встретилась бы ${often} случаев`;
  return verdict === 'chance'
    ? `Разница может быть случайной: ${chance}.`
    : `Лучше вариант ${verdict.toUpperCase()}: ${chance}.`;
}

/** «2,35 %»; below a hundredth of a percent «меньше 0,01 %». */
export function percentOf(share: number | null): string {
  if (share === null) return '—';
  return share > 0 && share < leastShown ? `меньше ${percent(0.01)}` : percent(Math.round(share * 10_000) / 100);
}

/** «от 1,74 % до 2,3 %», rounded outwards: the bounds hold. */
export function boundsOf({ low, high }: { low: number | null; high: number | null }): string {
  if (low === null || high === null) return '—';
  return `от ${percent(Math.floor(low * 10_000) / 100)} до ${percent(Math.ceil(high * 10_000) / 100)}`;
}

/** A hundredth of a percent is the last digit shown. */
const leastShown = 0.0001;

function percent(hundredths: number): string {
  return `${String(hundredths).replace('.', ',')}\u00a0%`;
}
