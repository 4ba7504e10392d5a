/** A request as the door saw it: `path` may carry `.data`, a query and a trailing slash; `intent` is the pressed button. */
export type ChangeRequest = { method: string; path: string; intent: string };

export type Change = { words: string; order_id: string | null };

const uuid = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';

/**
 * What only looks, or what belongs to the browser and not to the customer: reading calls that are POST, lists in cookies, the session
 * itself, and entering and leaving, which are written down by their own verbs.
 */
const noChange =
  /^\/(api\/(_auth|_visitor)(\/|$)|api\/ecm\/[^/]+\/products\/|api\/ecm\/[^/]+\/cart\/coupons\/|favorites$|compare$|viewed$|login-by-user$|_shell\/)/;

/** Buttons that only redraw the page they stand on. */
const onlyLooks = new Set(['look', 'seen', 'point', 'all', 'find', 'check']);

/** By path and pressed button, the first that fits. */
const known: { path: RegExp; intent?: RegExp; method?: RegExp; words: string }[] = [
  { path: /^\/cart$/, intent: /^(place|agree)/, words: 'Оформление заказа' },
  { path: /^\/cart$/, intent: /^(add|again)/, words: 'Корзина: добавлен товар' },
  { path: /^\/cart$/, intent: /^remove/, words: 'Корзина: убран товар' },
  { path: /^\/cart$/, intent: /^clear/, words: 'Корзина: убраны все товары' },
  { path: /^\/cart$/, intent: /coupon/, words: 'Корзина: изменён купон' },
  { path: /^\/cart$/, words: 'Корзина: изменён состав' },
  { path: new RegExp(`^/(?:personal/orders|order)/${uuid}$`), intent: /^cancel/, words: 'Отмена: {заказ}' },
  { path: new RegExp(`^/(?:personal/orders|order)/${uuid}$`), intent: /^repeat/, words: 'Повтор в корзину: {заказ}' },
  {
    path: new RegExp(`^/(?:personal/orders/${uuid}/receiving/confirmation|order/${uuid}/pass)`),
    words: 'Передача пропуска: {заказ}',
  },
  {
    path: new RegExp(`^/(?:personal/orders|order)/${uuid}/receiving`),
    intent: /^look/,
    words: 'Посмотрены дни получения: {заказ}',
  },
  { path: new RegExp(`^/(?:personal/orders|order)/${uuid}/receiving`), words: 'Изменено получение: {заказ}' },
  { path: new RegExp(`^/(?:personal/orders|order)/${uuid}/payment`), words: 'Оплата: {заказ}' },
  { path: new RegExp(`^/(?:personal/orders|order)/${uuid}`), words: 'Изменение: {заказ}' },
  {
    path: /^\/personal$|^\/personal\/profile\/company$/,
    intent: /^(buy_for|switch)$/,
    words: 'Смена организации, для которой покупают',
  },
  { path: /^\/personal\/profile\/company$/, words: 'Изменение в организации' },
  { path: /^\/personal\/profile/, words: 'Изменение в профиле' },
  { path: /^\/personal\/support/, words: 'Обращение в поддержку' },
  { path: /^\/_?forms\//, words: 'Заявка с сайта' },
  { path: /^\/personal\/subscribe/, words: 'Изменение подписок' },
  { path: /^\/api\/ecm\/[^/]+\/orders$/, method: /^POST$/, words: 'Оформление заказа' },
  { path: new RegExp(`^/api/ecm/[^/]+/orders/${uuid}/cancel`), words: 'Отмена: {заказ}' },
  { path: new RegExp(`^/api/ecm/[^/]+/orders/${uuid}/payment`), words: 'Оплата: {заказ}' },
  { path: new RegExp(`^/api/ecm/[^/]+/orders/${uuid}/receiving`), words: 'Изменено получение: {заказ}' },
  { path: /^\/api\/ecm\/[^/]+\/cart/, words: 'Корзина: изменён состав' },
];

/** What this request would change, in the customer's words; null: nothing of theirs. */
export function changeWords({ method, path, intent }: ChangeRequest): Change | null {
  const plain =
    path
      .replace(/[?#].*$/s, '')
      .replace(/\.data$/, '')
      .replace(/\/+$/, '') || '/';
  if (noChange.test(plain) || onlyLooks.has(intent.split(':')[0] ?? '')) return null;
  for (const entry of known) {
    const match = entry.path.exec(plain);
    if (!match || (entry.intent && !entry.intent.test(intent)) || (entry.method && !entry.method.test(method)))
      continue;
    return { words: entry.words, order_id: match[1] ?? match[2] ?? null };
  }
  return { words: `Изменение на странице ${plain.slice(0, 200)}`, order_id: null };
}

/** The pressed button of a sent form, '' when there is none. `body` is what the page door received. */
export function intentOf(body: unknown, contentType: string | undefined): string {
  if (!Buffer.isBuffer(body) || !contentType) return '';
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return (new URLSearchParams(body.toString('utf8')).get('intent') ?? '').slice(0, 60);
  if (!contentType.startsWith('multipart/form-data')) return '';
  return /name="intent"\r\n\r\n([^\r]{0,60})/.exec(body.toString('latin1'))?.[1] ?? '';
}
