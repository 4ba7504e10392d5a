/** The roles of staff, by the codes of the server, in the order of the list. */
export const roleWords: Record<string, string> = {
  owner: 'владелец',
  content: 'контент',
  orders: 'заказы',
  pickup: 'выдача',
  support: 'поддержка',
  marketing: 'маркетинг',
  accounting: 'бухгалтерия',
  login_by_user: 'вход за покупателя',
};

/** What each of them may, in a line. */
export const roleHints: Record<string, string> = {
  owner: 'Всё в магазине, кроме входа за покупателя',
  content: 'Каталог, цены, филиалы, страницы и блоки',
  orders: 'Заказы целиком, возвраты до предела из настроек',
  pickup: 'Сборка и выдача в своих пунктах',
  support: 'Обращения, отзывы, карточки покупателей',
  marketing: 'Акции, купоны, страницы, отчёты о продажах',
  accounting: 'Оплаты, возвраты, реквизиты, закупочные цены',
  login_by_user: 'Работать за покупателя, со строкой в его профиле',
};
