/** Every expected refusal: its HTTP status and the Russian sentence a visitor sees. Used by the API's error handler and by the pages. */
export const refusals = {
  bad_input: { status: 422, message: 'Проверьте, что указано в форме' },
  not_found: { status: 404, message: 'Ничего не найдено' },
  unknown_product_code: { status: 404, message: 'Неизвестный код продукта' },
  unknown_site_code: { status: 404, message: 'Неизвестный код сайта' },
  unknown_department: { status: 404, message: 'Такого филиала нет' },
  forbidden: { status: 403, message: 'Нет доступа' },
  foreign_origin: { status: 403, message: 'Запрос пришёл с чужой страницы' },
  too_many: { status: 429, message: 'Слишком много попыток. Попробуйте позже' },
  too_large: { status: 413, message: 'Слишком большой запрос' },
  no_cart_uuid: { status: 500, message: 'Not user uuid fetchBasket' },
  cart_full: { status: 409, message: 'Корзина заполнена: больше 150 позиций не помещается' },
  not_orderable: { status: 409, message: 'Этот товар сейчас нельзя заказать' },
  wrong_pair: { status: 422, message: 'Товар и его код не подходят друг другу' },
  bad_count: { status: 422, message: 'Недопустимое количество' },
  coupon_refused: { status: 409, message: 'Купон не действует' },
  coupon_condition: { status: 409, message: 'Условия купона не выполнены' },
  not_enough: { status: 409, message: 'Товара не хватает' },
  total_changed: { status: 409, message: 'Сумма заказа изменилась' },
  key_reused: { status: 422, message: 'Этот ключ уже использован для другого заказа' },
  below_minimum: { status: 409, message: 'Сумма меньше минимальной для заказа' },
  payment_unavailable: {
    status: 409,
    message: 'Этот способ оплаты пока не работает. Выберите оплату при получении или счёт',
  },
  not_cancellable: { status: 409, message: 'Этот заказ уже нельзя отменить' },
  wrong_move: { status: 409, message: 'Так перевести заказ нельзя' },
} as const;

export type RefusalCode = keyof typeof refusals;
