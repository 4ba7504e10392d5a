/** A cookie of this site, told to visitors in the privacy policy. `name` ends with … where the rest differs. */
export type CookieFact = { name: string; purpose: string; term: string; kind: 'needed' | 'analytics' };

/** Every cookie the shop sets; `cookie-list.test.ts` compares it with the code. */
export const cookieList: CookieFact[] = [
  {
    name: 'visitor',
    purpose: 'Случайный номер посетителя: по нему различаются корзины и списки',
    term: '400 дней',
    kind: 'needed',
  },
  { name: 'Basket_idd_…', purpose: 'Корзина гостя: товары, количество, купон', term: '15 дней', kind: 'needed' },
  {
    name: 'cart_look',
    purpose: 'Когда и в каком филиале вы смотрели корзину, чтобы показать, что с тех пор изменилось',
    term: '15 дней',
    kind: 'needed',
  },
  {
    name: 'cart_note',
    purpose: 'Что добавилось в корзину после входа, пока вы этого не прочитали',
    term: '30 минут',
    kind: 'needed',
  },
  { name: 'favourites', purpose: 'Избранные товары', term: '1 год', kind: 'needed' },
  { name: 'compare_…', purpose: 'Товары для сравнения', term: '1 год', kind: 'needed' },
  {
    name: 'viewed',
    purpose: 'Просмотренные товары; запись можно выключить на странице просмотренного',
    term: '1 год',
    kind: 'needed',
  },
  {
    name: 'viewed_off',
    purpose: 'Вы выключили запись просмотренных товаров',
    term: '1 год',
    kind: 'needed',
  },
  {
    name: 'orders',
    purpose: 'Открывает заказы, оформленные в этом браузере без входа',
    term: '400 дней',
    kind: 'needed',
  },
  { name: 'myCity', purpose: 'Выбранный город', term: '30 дней', kind: 'needed' },
  { name: 'myPoint', purpose: 'Выбранный пункт выдачи', term: '30 дней', kind: 'needed' },
  { name: 'isConfirmCity', purpose: 'Вы уже ответили, верно ли определён город', term: '30 дней', kind: 'needed' },
  { name: 'access', purpose: 'Вход в личный кабинет', term: '10 минут, продлевается', kind: 'needed' },
  { name: 'refresh', purpose: 'Продлевает вход в личный кабинет', term: '30 дней', kind: 'needed' },
  { name: 'signed', purpose: 'Вы вошли: какую кнопку и какие цены показать', term: '30 дней', kind: 'needed' },
  {
    name: 'browser',
    purpose: 'Этот браузер уже знаком вашему кабинету: о входе из нового мы пишем на почту',
    term: '400 дней',
    kind: 'needed',
  },
  { name: 'yandex', purpose: 'Защищает вход через Яндекс ID от подмены', term: '10 минут', kind: 'needed' },
  { name: 'yandex_link', purpose: 'Ждёт кода, чтобы связать Яндекс ID с кабинетом', term: '30 минут', kind: 'needed' },
  {
    name: 'preview',
    purpose: 'Показывает сотруднику магазин таким, каким он будет в выбранный день',
    term: '15 минут',
    kind: 'needed',
  },
  {
    name: 'split',
    purpose: 'Какой из двух видов страницы акции вам показан, чтобы он не менялся',
    term: '90 дней',
    kind: 'needed',
  },
  {
    name: 'landings',
    purpose:
      'Какие страницы акций вы открыли: магазин сравнивает их виды в суммах за день. Не ставится, если вы запретили счётчик',
    term: '14 дней',
    kind: 'analytics',
  },
  {
    name: 'utm',
    purpose: 'С какой рекламы вы пришли: попадает в заявку, которую вы отправите',
    term: '30 дней',
    kind: 'needed',
  },
  { name: 'analytics', purpose: 'Ваш ответ о счётчике посещений', term: '1 год', kind: 'needed' },
  {
    name: '_ym_…',
    purpose: 'Яндекс Метрика: сколько людей заходит и какие страницы они смотрят',
    term: 'до 1 года',
    kind: 'analytics',
  },
];
