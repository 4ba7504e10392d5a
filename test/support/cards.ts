import type { Db } from '#platform/database.ts';

/** The rules of the demo shop: bonuses of 2, 3 and 5 percent, discounts of 3, 5 and 7. */
export async function makeProgrammes(db: Db): Promise<void> {
  await db
    .insertInto('loyalty_programmes')
    .values([
      { kind: 'bonus', name: 'Бонусная карта', counting_days: 365, expiry_days: 365, spend_percent: 30 },
      { kind: 'idd', name: 'Карта ИДД', counting_days: 365, expiry_days: null, spend_percent: null },
    ])
    .execute();
  await db
    .insertInto('loyalty_levels')
    .values([
      { kind: 'bonus', name: 'Старт', from_sum_kopecks: 0, percent: 2 },
      { kind: 'bonus', name: 'Мастер', from_sum_kopecks: 3_000_000, percent: 3 },
      { kind: 'bonus', name: 'Прораб', from_sum_kopecks: 10_000_000, percent: 5 },
      { kind: 'idd', name: 'Ступень 1', from_sum_kopecks: 0, percent: 3 },
      { kind: 'idd', name: 'Ступень 2', from_sum_kopecks: 5_000_000, percent: 5 },
      { kind: 'idd', name: 'Ступень 3', from_sum_kopecks: 15_000_000, percent: 7 },
    ])
    .execute();
}
