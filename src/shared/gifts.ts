/** Where the gift will stand, and the categories that are for it. */
export const giftRooms = {
  living: {
    name: 'Гостиная',
    categories: ['podarochnye-nabory', 'nabory-elochnyh-igrushek', 'girlyandy-dlya-doma', 'venki-i-mishura'],
  },
  kitchen: { name: 'Кухня и стол', categories: ['novogodniy-stol', 'podarochnye-nabory'] },
  nursery: { name: 'Детская', categories: ['nastolnye-elochki', 'snezhinki-i-podveski', 'elochnye-shary'] },
  bedroom: { name: 'Спальня', categories: ['svetovye-zanavesy', 'girlyandy-dlya-doma', 'snezhinki-i-podveski'] },
  yard: { name: 'Двор и балкон', categories: ['ulichnye-girlyandy', 'svetovye-zanavesy'] },
} as const;
export type GiftRoom = keyof typeof giftRooms;

/** child: only goods whose stated material does not break into splinters. */
export const giftAges = { child: 'Малышу до 6 лет', any: 'Кому угодно' } as const;
export type GiftAge = keyof typeof giftAges;

/** Upper bounds in kopecks. */
export const giftBudgets = [50_000, 100_000, 200_000, 500_000] as const;
