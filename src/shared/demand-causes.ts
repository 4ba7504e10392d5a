/** Why something was not sold, the order in which equal losses win. */
export const demandCauses = ['out_of_stock', 'asked_more', 'left_cart', 'waiting', 'not_found'] as const;

export type DemandCause = (typeof demandCauses)[number];

/** What the formulas below are filled with; `count-losses.ts` computes by the same numbers. */
export const demandRules = {
  /** Days before the counted one over which averages and shares are taken. */
  window_days: 56,
  /** A doubtful answer of the search is so much of an empty one, in tenths. */
  doubtful_tenths: 3,
  /** Hours without a change after which a cart is left. */
  left_hours: 24,
  /** So many days before and after what was done about a loss are compared: as many weekends on both sides. */
  measured_days: 14,
  /** One of so many who wait for goods is thought to buy them. */
  waiting_divisor: 4,
} as const;

type CauseWords = {
  label: string;
  /** What was lost, as a sentence of the estimate. */
  formula: string;
  /** What to do about it first. */
  action: string;
};

/** The causes as staff read them, with the formula that stands beside each sum. */
export const demandCauseWords: Record<DemandCause, CauseWords> = {
  out_of_stock: {
    label: 'Нет в наличии',
    formula:
      'Часы без товара ÷ часы, в которые проверяли остаток (филиал открыт) × сколько продавали в день × цена. Продажи в день — единицы за 56 дней до этого дня ÷ дни из них, когда товар был. Считаем товары, которые филиал за эти 56 дней продавал. «Раз» — сколько раз открывали страницу товара, пока его не было.',
    action: 'Назначить аналог',
  },
  asked_more: {
    label: 'Просили больше, чем было',
    formula:
      'Сколько единиц не хватило × цена. Не хватило — это остаток, который при оформлении заказа остался в корзине; разница строк, на которую покупатель согласился, потому что товара не оказалось; недостающее, без которого заказ выдали.',
    action: 'Открыть заказы',
  },
  left_cart: {
    label: 'Брошенные корзины',
    formula:
      'Единицы в корзинах покупателей, которые вошли на сайт и не трогали корзину сутки × цена × доля корзин, которые становятся заказом. Доля — заказы покупателей с кабинетом за 56 дней (без заказов по телефону) ÷ эти заказы и брошенные за то же время корзины вместе: брошенная корзина — не вся потеря, а столько, сколько обычно оформляют.',
    action: 'Посмотреть цену',
  },
  waiting: {
    label: 'Ждут поступления',
    formula:
      'Просьбы сообщить о поступлении, подтверждённые в этот день × цена × 0,25: из четырёх, кто ждёт, покупает один. Просьба считается один раз, в день, когда её оставили, и не считается, если в тот же день её сняли.',
    action: 'В закупку',
  },
  not_found: {
    label: 'Не нашли',
    formula:
      'Сколько раз искали и не нашли (неточный ответ — 0,3) × доля посещений, которые заканчиваются заказом × средняя сумма строки заказа. Доля и среднее — по филиалу за 56 дней; доля — по дням, когда посещения считали, без заказов по телефону, и не больше единицы.',
    action: 'Разобрать запрос',
  },
};

/** Beside every sum. */
export const demandEstimateWords =
  'Это оценка, а не касса. Товар считается один раз в день в филиале: по той причине, по которой потеряно больше. Отменённые заказы не считаются, копейки округляются в каждой строке.';
