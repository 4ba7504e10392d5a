/** Why a payment did not happen, for the buyer: what partners state, then our own. */
const words = {
  not_confirmed: 'Банк не подтвердил, что платите вы: код не введён или введён неверно',
  ask_bank: 'Банк отклонил платёж. Причину назовут по телефону на обороте карты',
  card_expired: 'Срок действия карты истёк',
  country_forbidden: 'Карту этой страны принять нельзя',
  suspicious: 'Банк счёл платёж подозрительным',
  declined: 'Банк отклонил платёж без объяснений',
  wallet_unconfirmed: 'Для такой суммы кошелёк должен быть подтверждён',
  no_money: 'На карте или счёте не хватило денег',
  wrong_number: 'Номер карты введён неверно',
  wrong_code: 'Код с обратной стороны карты введён неверно',
  bank_silent: 'Банк, выпустивший карту, не отвечает',
  limit_exceeded: 'Превышен лимит платежей по карте или счёту',
  method_forbidden: 'Платежи этой картой или счётом запрещены',
  permission_revoked: 'Разрешение на списание отозвано',
  provider_late: 'Платёжная система не успела провести платёж',
  cancelled_by_shop: 'Платёж отменён магазином',
  not_paid_in_time: 'Время на оплату вышло',
  not_captured_in_time: 'Магазин не успел подтвердить платёж',
  deal_expired: 'Срок сделки истёк',
  operator_unsupported: 'Оплата со счёта этого оператора не работает',
  unknown: 'Платёж не прошёл',
  replaced: 'Вы выбрали другой способ',
  withdrawn: 'Деньги по этой оплате не поступили',
  order_over: 'Заказ закрыт до оплаты',
  provider_silent: 'Платёжная система не ответила',
  rejected: 'Платёжная система не приняла запрос',
};

/** Partners state it in codes of their own; each maps them to these. */
export type CancellationReason = keyof typeof words;

/** A reason as it is stored, in words for the buyer. */
export function cancellationWords(reason: string | null): string {
  return (words as Record<string, string>)[reason ?? 'unknown'] ?? words.unknown;
}
