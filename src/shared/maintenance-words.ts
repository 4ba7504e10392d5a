/** What every visitor reads while works go on (S2-22, 665); the back office shows it before and meanwhile. */
export const maintenanceWords = {
  code: 665,
  title: 'Идут работы',
  heading: 'На сайте идут работы',
  text: 'Мы обновляем магазин и скоро вернёмся. Заказать можно и по телефону.',
} as const;
