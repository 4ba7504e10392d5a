/** Why a payment did not happen, for the buyer: YooKassa's cancellation_details.reason and our own three. */
const words: Record<string, string> = {
  '3d_secure_failed': 'Банк не подтвердил, что платите вы: код не введён или введён неверно',
  call_issuer: 'Банк отклонил платёж. Причину назовут по телефону на обороте карты',
  card_expired: 'Срок действия карты истёк',
  country_forbidden: 'Карту этой страны принять нельзя',
  fraud_suspected: 'Банк счёл платёж подозрительным',
  general_decline: 'Банк отклонил платёж без объяснений',
  identification_required: 'Для такой суммы кошелёк должен быть подтверждён',
  insufficient_funds: 'На карте или счёте не хватило денег',
  invalid_card_number: 'Номер карты введён неверно',
  invalid_csc: 'Код с обратной стороны карты введён неверно',
  issuer_unavailable: 'Банк, выпустивший карту, не отвечает',
  payment_method_limit_exceeded: 'Превышен лимит платежей по карте или счёту',
  payment_method_restricted: 'Платежи этой картой или счётом запрещены',
  permission_revoked: 'Разрешение на списание отозвано',
  internal_timeout: 'Платёжная система не успела провести платёж',
  canceled_by_merchant: 'Платёж отменён магазином',
  expired_on_confirmation: 'Время на оплату вышло',
  expired_on_capture: 'Магазин не успел подтвердить платёж',
  deal_expired: 'Срок сделки истёк',
  unsupported_mobile_operator: 'Оплата со счёта этого оператора не работает',
  replaced: 'Вы выбрали другой способ',
  order_over: 'Заказ закрыт до оплаты',
  provider_silent: 'Платёжная система не ответила',
  rejected: 'Платёжная система не приняла запрос',
};

/** The provider’s reason (`cancellation_details.reason`) in words for the buyer; one of our own too. */
export function cancellationWords(reason: string | null): string {
  return words[reason ?? ''] ?? 'Платёж не прошёл';
}
