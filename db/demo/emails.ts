import type { EmailSample } from '#api/api.ts';
import * as company from '#modules/accounts/company-emails.ts';
import * as account from '#modules/accounts/emails.ts';
import type { Requester } from '#modules/accounts/requester.ts';
import { failedDraftEmail } from '#modules/drafts/due-drafts.ts';
import { testEmail } from '#modules/first-run/send-test-email.ts';
import * as forms from '#modules/forms/emails/branch-email.ts';
import type { FormSchema } from '#modules/forms/schema.ts';
import { prizeEmail } from '#modules/fortune/emails.ts';
import type { EmailMessage } from '#modules/mail/email.ts';
import { accountantEmail } from '#modules/orders/accountant-email.ts';
import { approvalEmail } from '#modules/orders/approval-email.ts';
import { branchEmail } from '#modules/orders/branch-email.ts';
import { buyerEmail, jointEmail } from '#modules/orders/buyer-email.ts';
import type { Proposal } from '#modules/orders/proposals.ts';
import { proposalEmail } from '#modules/orders/propose-change.ts';
import type { OrderDepartment, OrderLine, OrderView } from '#modules/orders/queries.ts';
import { emailToBuyer } from '#modules/orders/write-to-buyer.ts';
import * as payments from '#modules/payments/emails.ts';
import type { RefundView } from '#modules/payments/queries.ts';
import { failedReleaseEmail } from '#modules/releases/fail-release.ts';
import * as reviews from '#modules/reviews/messages/emails.ts';
import { invitationEmail } from '#modules/staff/invite-staff.ts';
import * as subscriptions from '#modules/subscriptions/emails.ts';
import * as support from '#modules/support/messages/emails.ts';
import type { TicketView } from '#modules/support/queries.ts';
import { webhookOffEmail } from '#modules/webhooks/give-up.ts';
import { plainUnit, type ShownUnit } from '#shared/unit-words.ts';

const origin = 'http://idd.localhost:3000';
const moment = new Date('2026-11-21T12:05:00Z');
const until = new Date('2026-11-24T17:00:00Z');
const link = `${origin}/order/00000000-0000-4000-8000-000000000001/?token=obrazec`;

const branch: OrderDepartment = {
  id_1c: '00131',
  name_for_site: 'Вологда',
  city: 'Вологда',
  address: 'ул. Гончарная, 2',
  work_time: 'Пн–Пт 09:00–20:00;Сб–Вс 10:00–20:00',
  phones: { main: '+7 (8172) 00-35-35|+7 (8172) 00-35-36' },
  email: 'zakaz@idd.example',
  yandex_map_link: null,
  latitude: null,
  longitude: null,
  time_zone: 'Europe/Moscow',
};

const bagUnit: ShownUnit = {
  short: 'меш.',
  parts: 1,
  is_counted_short: false,
  forms: {
    one: 'мешок',
    two: 'мешка',
    five: 'мешков',
    accusative: 'мешок',
    genitive: 'мешка',
    genitive_many: 'мешков',
  },
};

const line: OrderLine = {
  position: 1,
  product_id: 1,
  product_idcode: '10001',
  slug: 'shtukaturka-gipsovaya',
  image: null,
  name: 'Штукатурка гипсовая СУХОНА Гладь, для ручного нанесения, 30 кг',
  article: '0012847',
  unit: 'меш.',
  shown_unit: bagUnit,
  base_unit: 'кг',
  factor: [30, 1],
  store: 'store12',
  vat_rate: 22,
  weight_grams: 30_000,
  count: 14,
  price: 48_900,
  old_price: 55_600,
  discount: 34_230,
  bonus_discount: 0,
  sum: 650_370,
  is_business_price: false,
};

const order: OrderView = {
  id: '00000000-0000-4000-8000-000000000001',
  number: 1_000_123,
  state: 'new',
  payment_state: 'unpaid',
  payment_method: 'online',
  created_at: moment,
  contact: { name: 'Анна Зимина', phone: '+79210001234', email: 'anna@pochta.example' },
  company: null,
  user_id: null,
  company_id: null,
  deferral_days: null,
  completed_at: null,
  buyer_price_column: null,
  branch,
  receiving: {
    type: 'pickup',
    department: { ...branch, id_1c: '00132', name_for_site: 'Окружное шоссе', address: 'Окружное ш., 13' },
    address: null,
    zone_name: null,
    date: '2026-11-23',
    hours: { from: 600, to: 720 },
    named_hours: { from: 600, to: 720 },
    recipient: { name: 'Пётр Зимин', phone: '+79210005678' },
    is_proxy: false,
    car_plate: 'А123ВС35',
    unloading_note: '',
    carrying: null,
  },
  replacement_rule: 'call',
  comment: 'Позвоните за час',
  coupon: 'OSEN5',
  lines: [
    line,
    {
      ...line,
      position: 2,
      name: 'Маяк штукатурный 6 мм, 3 м',
      unit: 'шт.',
      shown_unit: plainUnit('шт.'),
      count: 10,
      price: 4_500,
      discount: 0,
      sum: 45_000,
    },
  ],
  goods_sum: 695_370,
  discount: 34_230,
  bonus_discount: 0,
  delivery_price: 0,
  carrying_price: 0,
  total: 695_370,
  taken_kopecks: 0,
  has_given: false,
  weight_grams: 423_000,
  pickup_code: '204816',
  reserved_until: until,
  unconfirmed_since: null,
  is_unconfirmed: false,
  prolonged_at: null,
  arrived_at: moment,
  power_of_attorney: null,
  moves: [
    { at: moment, state: 'new', payment_state: null, who: 'Покупатель', why: '' },
    { at: moment, state: null, payment_state: null, who: 'Покупатель', why: 'другой получатель: Пётр Зимин' },
    { at: moment, state: 'cancelled', payment_state: null, who: 'Магазин', why: 'не оплачен в срок' },
  ],
  is_short: false,
  can_be_cancelled: true,
  origin,
  approval: null,
  awaits_approval: false,
  reader_role: null,
};

const delivered: OrderView = {
  ...order,
  payment_method: 'on_receipt',
  delivery_price: null,
  carrying_price: null,
  receiving: {
    ...order.receiving,
    type: 'delivery',
    department: null,
    address: 'Вологда, ул. Ленинградская, д. 71, кв. 12',
    recipient: null,
    car_plate: null,
    unloading_note: 'Ворота со двора',
    carrying: { kind: 'stairs', floor: 3 },
  },
};

const firms: OrderView = {
  ...order,
  payment_method: 'invoice',
  company: {
    name: 'ООО «Северный двор»',
    inn: '3525000013',
    buyer_number: 'ЗП-45',
    building_site: 'Склад, 2-я очередь',
  },
};

const above: OrderView = {
  ...firms,
  awaits_approval: true,
  approval: {
    reason: 'order',
    limit: 500_000,
    sum: 695_370,
    outcome: null,
    asked_by: 'Павел Рябов',
    decided_by: null,
  },
};

const refund: RefundView = {
  id: '00000000-0000-4000-8000-000000000002',
  payment_id: '00000000-0000-4000-8000-000000000003',
  amount: 97_800,
  lines: [{ position: 1, count: 2 }] as RefundView['lines'],
  reason: 'returned',
  note: '',
  state: 'succeeded' as RefundView['state'],
  cancellation_reason: 'insufficient_funds',
  who: 'Магазин',
  may_repeat: false,
  created_at: moment,
  changed_at: moment,
};

const requester: Requester = {
  origin,
  city: 'Вологда',
  device: 'Chrome, Windows',
  address: '203.0.113.7',
  time_zone: 'Europe/Moscow',
  branch,
  browser: null,
  waiting_link: null,
};

const ticket: TicketView = {
  id: '00000000-0000-4000-8000-000000000004',
  number: 5_007,
  user_id: '00000000-0000-4000-8000-000000000005',
  theme: 'delivery',
  state: 'open',
  order_id: order.id,
  order_number: order.number,
  name: 'Анна Зимина',
  email: 'anna@pochta.example',
  phone: '+79210001234',
  origin,
  answer_due_at: until,
  created_at: moment,
  changed_at: moment,
  branch,
  messages: [
    {
      id: 1,
      author: 'customer',
      author_name: 'Анна Зимина',
      text: 'Когда приедет машина?',
      created_at: moment,
      files: [],
    },
  ],
};

const proposal: Proposal = {
  id: '00000000-0000-4000-8000-000000000002',
  order_id: order.id,
  number: 1,
  state: 'open',
  lines: [
    {
      what: 'changed',
      product_id: line.product_id,
      image: null,
      name: line.name,
      unit: bagUnit,
      count_before: line.count,
      count_after: line.count - 4,
      price: line.price,
      price_now: line.price,
      sum_before: line.price * line.count,
      sum_after: line.price * (line.count - 4),
      instead_of: null,
      available: line.count - 4,
    },
  ],
  total_before: order.total,
  total_after: order.total - 4 * line.price,
  note: 'Четырёх мешков не хватает, следующая поставка 1 декабря.',
  proposed_who: 'Олег',
  proposed_at: moment,
  expires_at: until,
  answered_at: null,
  answered_how: null,
  answered_who: null,
  answer_note: '',
};

const product = {
  name: line.name,
  url: `${origin}/product/shtukaturka-gipsovaya/`,
  price: 44_900,
  was: 48_900,
  shown_unit: bagUnit,
  stock: 'в наличии 7\u00a0меш.',
};

const review: reviews.Subject = {
  id: 12,
  product: line.name,
  slug: line.slug,
  is_demo: false,
  author_name: 'Анна',
  to: 'anna@pochta.example',
  text: 'Ложится ровно, мешок сухой. Осталось три мешка: взяла с запасом.',
  reason: 'В тексте телефон',
  answer: 'Спасибо. Невскрытые мешки можно вернуть в течение 7 дней.',
  rating: 5,
  origin,
  branch,
};

const firm = { name: 'ООО «Северный двор»', inn: '3525000006' };
const prize = {
  id: 1,
  name: 'Скидка 500\u00a0₽',
  weight: 10,
  sum_kopecks: 50_000,
  min_sum_kopecks: 500_000,
  coupon_days: 30,
  left: 20,
  is_consolation: false,
};
const form: FormSchema = { code: 'callback', name: 'Заказать звонок', fields: {} };

/**
 * Every email the shop writes, in the order a buyer meets them. A composer that is missing here fails emails.test.ts.
 */
export function emailSamples(): EmailSample[] {
  const found: EmailSample[] = [];
  const add = (composer: string, about: string, emailMessage: EmailMessage) =>
    found.push({ composer, about, emailMessage });
  for (const [event, about] of Object.entries({
    placed: 'Заказ принят',
    ready: 'Готов к выдаче',
    receiving: 'Получение изменено',
    edited: 'Заказ изменён магазином',
    cancelled: 'Отменён',
    link: 'Ссылка на заказ',
  } as const))
    add(`orders/${event === 'link' ? 'linkEmail' : 'buyerEmail'}`, about, buyerEmail(order, event as 'placed', link));
  const paid: OrderView = { ...order, state: 'ready', payment_state: 'paid' };
  add('orders/buyerEmail', 'Готов к выдаче и оплачен', buyerEmail(paid, 'ready', link));
  add('orders/buyerEmail', 'Собран для доставки', buyerEmail(delivered, 'ready', link));
  add('orders/buyerEmail', 'Заказ с доставкой принят', buyerEmail(delivered, 'placed', link));
  add('orders/buyerEmail', 'Заказ ждёт согласования', buyerEmail(above, 'placed', link));
  add('orders/buyerEmail', 'Заказ согласован', buyerEmail(firms, 'approved', link, { hasInvoice: true }));
  add('orders/accountantEmail', 'Бухгалтеру: счёт на оплату', accountantEmail(above, link, { isNew: false }));
  add('orders/approvalEmail', 'Владельцу: согласовать заказ', approvalEmail(above, link));
  add('orders/buyerEmail', 'В пути', buyerEmail(delivered, 'in_delivery', link));
  const news = { link, hasInvoice: false, since: moment };
  add(
    'orders/jointEmail',
    'Несколько заказов подряд',
    jointEmail([
      { order, event: 'placed', ...news },
      { order: { ...delivered, number: 1_000_124 }, event: 'placed', ...news },
    ]),
  );
  add('orders/proposalEmail', 'Магазин предлагает изменить заказ', proposalEmail(order, proposal, link));
  const written = {
    subject: 'По вашему заказу 1000123',
    text: 'Машина выедет утром.\n\nПозвоните, если время не подходит.',
  };
  add('orders/emailToBuyer', 'Письмо сотрудника о заказе', emailToBuyer(order, link, written));
  add('first-run/testEmail', 'Проверка почты', testEmail());
  add('staff/invitationEmail', 'Сотруднику: доступ открыт', invitationEmail({ roles: ['orders', 'pickup'], origin }));
  for (const event of ['placed', 'cancelled', 'short', 'receiving', 'arrived'] as const)
    add('orders/branchEmail', `Филиалу: ${event}`, branchEmail(order, event));
  const attempt = { amount: order.total, method: 'sbp' as const, paid_at: moment };
  add('payments/paidEmail', 'Оплачен', payments.paidEmail(order, attempt, link));
  add('payments/paidBranchEmail', 'Филиалу: оплачен', payments.paidBranchEmail(order, attempt));
  add('payments/refundedEmail', 'Возврат денег', payments.refundedEmail(order, refund, attempt.method, link));
  add('payments/refundFailedEmail', 'Филиалу: возврат не прошёл', payments.refundFailedEmail(order, refund));
  const notMe = `${origin}/login/not-me/?token=obrazec`;
  add('accounts/signInCodeEmail', 'Код для входа', account.signInCodeEmail(requester, '204816', notMe, moment));
  add(
    'accounts/yandexCodeEmail',
    'Код для Яндекс ID',
    account.yandexCodeEmail(requester, '204816', notMe, 'anna', moment),
  );
  add(
    'accounts/signedInEmail',
    'Вход с нового устройства',
    account.signedInEmail(requester, 'по коду с почты', notMe, moment),
  );
  add(
    'accounts/passwordLinkEmail',
    'Новый пароль',
    account.passwordLinkEmail(requester, `${origin}/password-restore/?token=obrazec`, moment),
  );
  add('accounts/noAccountEmail', 'Кабинета нет', account.noAccountEmail(requester, `${origin}/signup/`, moment));
  add(
    'accounts/passwordChangedEmail',
    'Пароль изменён',
    account.passwordChangedEmail(requester, `${origin}/forgotpassword/`, moment),
  );
  add('accounts/contactCodeEmail', 'Подтверждение почты', account.contactCodeEmail(requester, '204816', moment));
  add(
    'accounts/contactTakenEmail',
    'Адрес уже привязан',
    account.contactTakenEmail(requester, `${origin}/login/`, moment),
  );
  add(
    'accounts/contactAddedEmail',
    'Добавлена почта',
    account.contactAddedEmail(requester, 'novaya@pochta.example', `${origin}/forgotpassword/`, moment),
  );
  add('accounts/proofCodeEmail', 'Код перед заменой почты', account.proofCodeEmail(requester, '204816', moment));
  add('accounts/deletionCodeEmail', 'Код удаления', account.deletionCodeEmail(requester, '204816', moment));
  add(
    'accounts/deletionRequestedEmail',
    'Кабинет будет удалён',
    account.deletionRequestedEmail(requester, until, `${origin}/personal/profile/`, moment),
  );
  add('accounts/accountDeletedEmail', 'Кабинет удалён', account.accountDeletedEmail());
  add('accounts/accountsMergedEmail', 'Кабинеты объединены', account.accountsMergedEmail('a•••@pochta.example'));
  add(
    'accounts/invitationEmail',
    'Приглашение в организацию',
    company.invitationEmail(firm, 'Сергей Воронин', 'purchaser', `${origin}/personal/profile/company/`),
  );
  add(
    'accounts/joinRequestEmail',
    'Просьба присоединиться',
    company.joinRequestEmail(firm, 'Павел Лапин', `${origin}/personal/profile/company/`),
  );
  add('accounts/joinedEmail', 'В организации', company.joinedEmail(firm, 'purchaser'));
  add('accounts/activatedEmail', 'Цены для бизнеса открыты', company.activatedEmail(firm));
  const manage = `${origin}/subscription/?key=obrazec`;
  add('subscriptions/confirmEmail', 'Подтверждение подписки', subscriptions.confirmEmail(manage));
  add(
    'subscriptions/alertEmail',
    'Снижение цены',
    subscriptions.alertEmail(branch, { drops: [product], returned: [] }, manage),
  );
  add(
    'subscriptions/alertEmail',
    'Снова в наличии',
    subscriptions.alertEmail(branch, { drops: [], returned: [{ ...product, was: null }] }, manage),
  );
  add(
    'subscriptions/newsEmail',
    'Скидки и новинки',
    subscriptions.newsEmail(
      { ...branch, in_city: 'в Вологде' },
      { actions: [{ name: 'Всё для ёлки', until: '28.12.2026', url: `${origin}/actions/` }], goods: [product] },
      { catalogue: `${origin}/catalog/?discounted=1`, manage },
    ),
  );
  add('support/receivedEmail', 'Обращение принято', support.receivedEmail(ticket));
  add(
    'support/answerEmail',
    'Ответ на обращение',
    support.answerEmail(ticket, 'Машина выедет в 14:00, водитель позвонит за 30 минут.'),
  );
  add('support/branchEmail', 'Филиалу: обращение', support.branchEmail(ticket));
  add(
    'forms/branchEmail',
    'Филиалу: заявка с формы',
    forms.branchEmail({
      id: '00000000-0000-4000-8000-000000000006',
      number: 7_012,
      schema: form,
      answers: [
        { field: 'name', name: 'Имя', value: 'Анна' },
        { field: 'phone', name: 'Телефон', value: '+7-921-000-12-34' },
      ],
      about: null,
      files: [{ name: 'смета.xlsx' }],
      requester: { origin, page: '/order-help/' },
      branch,
      at: moment,
      due_at: new Date(moment.getTime() + 24 * 3_600_000),
    }),
  );
  const bought = { number: order.number, contact_name: 'Анна', branch };
  add('reviews/invitationEmail', 'Приглашение к отзыву', reviews.invitationEmail(bought, [line.name], link));
  for (const news of ['approved', 'refused', 'reply'] as const)
    add('reviews/reviewEmail', `Отзыв: ${news}`, reviews.reviewEmail(review, news));
  for (const news of ['answer', 'refused'] as const)
    add('reviews/questionEmail', `Вопрос: ${news}`, reviews.questionEmail(review, news));
  add('reviews/confirmQuestionEmail', 'Подтверждение вопроса', reviews.confirmQuestionEmail(review, origin, 'obrazec'));
  add('reviews/decisionEmail', 'Филиалу: отзыв ждёт', reviews.decisionEmail(review, 'review'));
  add(
    'releases/failedReleaseEmail',
    'Владельцу: выпуск не опубликован',
    failedReleaseEmail({
      name: 'Новый год',
      at: moment,
      cause: 'refused',
      why: 'Слайд «Ёлки и гирлянды»: срок кончится раньше публикации',
    }),
  );
  add(
    'releases/failedReleaseEmail',
    'Владельцу: выпуск не опубликован, поиск стал бы хуже',
    failedReleaseEmail({
      name: 'Новый год',
      at: moment,
      cause: 'search',
      why: 'Поиск станет отвечать хуже, чем согласовано. Вологда: качество упадёт с 0,861 до 0,849 на 14\u00a0запросах',
    }),
  );
  add(
    'drafts/failedDraftEmail',
    'Владельцу: черновик не опубликован',
    failedDraftEmail({
      title: 'Штукатурка Гладь',
      author: 'Ксения Словова',
      at: moment,
      why: 'Адрес занят товаром «Штукатурка Белая»',
    }),
  );
  add(
    'webhooks/webhookOffEmail',
    'Владельцу: другая программа не принимает события',
    webhookOffEmail({ id: 2, url: 'https://crm.example/idd', failure: 'нет связи (ECONNREFUSED)', now: moment }),
  );
  const spin = {
    number: 41,
    ticket: 'K7-41',
    client_seed: 'снегирь',
    server_seed: '5f1d7a84b2c90e3344aa55bb66cc77dd88ee99ff00112233445566778899aabb',
    roll: 4_211,
    drawn_prize_id: 1,
    given_prize_id: 1,
    coupon: 'KOLESO-7H2K',
    coupon_ends_at: until,
    coupon_is_used: false,
    spun_at: moment,
  };
  add(
    'fortune/prizeEmail',
    'Приз колеса',
    prizeEmail({ title: 'Колесо удачи', code: 'winter-2026' }, { spin, prize, drawn: prize }, origin, branch),
  );
  return found;
}
