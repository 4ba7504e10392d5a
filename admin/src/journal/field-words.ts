import { formatDateTime } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { type OrderState, orderStateWord } from '#shared/order-states.ts';
import { productFields } from '#shared/product-fields.ts';
import { seoFieldWords } from '#shared/seo-kinds.ts';
import { upperFirst } from '#shared/upper-first.ts';
import {
  attributeStateWords,
  attributeWords,
  brandWords,
  categoryWords,
  shortWords,
  unitWords,
} from '../assortment/assortment-words.ts';
import { branchWords } from '../branches/branch-words.ts';
import { deliveryWords } from '../branches/delivery-words.ts';
import { requisiteWords } from '../branches/requisite-words.ts';
import {
  articleWords,
  emailWords,
  formWords,
  homeWords,
  landingTextWords,
  landingWords,
  menuWords,
  pageWords,
  vacancyWords,
} from '../content/content-words.ts';
import { companyWords, customerWords } from '../customers/customer-words.ts';
import { keyWords } from '../keys/keys-words.ts';
import { nodeWords } from '../onec/node-words.ts';
import { actionWords } from '../promo/action-types.ts';
import { couponWords } from '../promo/coupon-words.ts';
import { creditFieldWords } from '../promo/credit-words.ts';
import { bannerWords, wobblerWords } from '../promo/dated-words.ts';
import { programmeWords } from '../promo/programme-words.ts';
import { setWords } from '../promo/set-words.ts';
import { wheelWords } from '../promo/wheel-words.ts';
import type { FieldWords } from '../record/values.ts';
import { releaseWords } from '../releases/release-words.ts';
import { judgedWords } from '../search/judged-words.ts';
import { useSession } from '../session/session.ts';
import { settingWords } from '../settings/setting-fields.ts';
import { roleWords } from '../staff/role-words.ts';

/** Whatever cannot be read in a line is shown by its name alone. */
const productWords: FieldWords = {
  ...Object.fromEntries(Object.entries(productFields).map(([name, { words }]) => [name, upperFirst(words)])),
  // What the change took from 1C: the sentence of the line is about the fields themselves.
  not_owned: null,
};

const listOf = (words: Record<string, string>) => (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? value.map((code) => words[String(code)] ?? String(code)).join(', ') : '—';
const sum = (value: unknown) => (typeof value === 'number' ? formatPrice(value) : '—');

const oneOf = (words: Record<string, string>) => (value: unknown) => words[String(value)] ?? String(value ?? '—');
const decisionWords = { hidden: 'скрыт', not_sold: 'не продаём' };
const redirectWords = {
  from_path: 'Откуда',
  to_path: 'Куда',
  status: 'Код',
  create: 'Новых',
  change: 'Изменено',
  refused: 'Не принято',
};
const ruleWords = {
  kind: { label: 'Вид', show: oneOf({ synonym: 'синоним', redirect: 'перенаправление', stop: 'стоп-слово' }) },
  words: 'Кто ищет',
  means: 'Находит',
  is_both: 'В обе стороны',
  is_draft: 'Черновик',
  answers: 'Ответ на запрос',
  accepts_fall: 'С падением качества',
  product: 'Товар',
  product_id: 'Товар №',
  position: 'Место',
  starts_at: 'С',
  ends_at: 'До',
};

const codeWords: FieldWords = {
  codes: 'Коды',
  code: 'Код',
  target: 'Куда ведёт',
  utm_source: 'Источник',
  utm_medium: 'Канал',
  utm_campaign: 'Кампания',
  ends_at: { label: 'Конец', show: (value) => (typeof value === 'string' ? formatDateTime(value) : 'без срока') },
  note: 'Пометка',
};

const moderationWords: FieldWords = {
  state: {
    label: 'Состояние',
    show: oneOf({ new: 'на проверке', approved: 'опубликован', refused: 'не опубликован' }),
  },
  reason: 'Причина отказа',
  reply: 'Ответ магазина',
  answer: 'Ответ магазина',
};

/** What the fields of each kind are called in the journal; a branch by its name where the person knows it. */
export function useFieldWords(): Record<string, FieldWords> {
  const { branches } = useSession().me;
  const branchNames: Record<string, string> = Object.fromEntries(branches.map(({ id_1c, name }) => [id_1c, name]));
  const branchField = {
    label: 'Филиал',
    show: (id: unknown) => (id ? (branchNames[String(id)] ?? String(id)) : 'все'),
  };
  return {
    orders: {
      state: { label: 'Состояние', show: (value) => (value ? orderStateWord(value as OrderState, 'pickup') : '—') },
      orders: 'Заказы',
      total: { label: 'Сумма', show: sum },
      amount: { label: 'Сумма', show: sum },
    },
    staff: {
      freed_orders: 'Без ответственного заказы',
      roles: { label: 'Роли', show: listOf(roleWords) },
      departments: {
        label: 'Филиалы',
        show: (value) => (Array.isArray(value) && value.length > 0 ? listOf(branchNames)(value) : 'все'),
      },
    },
    reviews: moderationWords,
    questions: moderationWords,
    categories: categoryWords(branchNames),
    categories_drafts: categoryWords(branchNames),
    brands_drafts: brandWords,
    seo_texts_drafts: seoFieldWords,
    attributes_drafts: attributeWords,
    branches_drafts: branchWords,
    settings_drafts: settingWords,
    email_texts_drafts: emailWords,
    products: productWords,
    products_drafts: productWords,
    attributes: attributeWords,
    attribute_types: attributeStateWords,
    brands: brandWords,
    shorts: shortWords,
    units: unitWords,
    settings: settingWords,
    requisites: settingWords,
    branch_columns: { base_price: 'розничные цены', b2b_price: 'цены для фирм' },
    branch_requisites: requisiteWords,
    api_keys: keyWords(branchNames),
    webhooks: { ...keyWords(branchNames), department_id_1c: branchField },
    branches: branchWords,
    delivery: deliveryWords,
    customers: customerWords,
    companies: companyWords,
    coupons: couponWords,
    'coupon-batches': couponWords,
    actions: actionWords,
    banners: bannerWords,
    wobblers: wobblerWords,
    'credit-programs': creditFieldWords,
    'loyalty-programmes': programmeWords,
    wheels: wheelWords,
    'onec-nodes': nodeWords,
    codes: codeWords,
    'ready-sets': setWords,
    releases: releaseWords,
    seo_texts: seoFieldWords,
    redirects: { ...redirectWords, department_id_1c: branchField },
    search: { words: 'Запросы', decision: { label: 'Решение', show: oneOf(decisionWords) } },
    search_rules: { ...ruleWords, department_id_1c: branchField },
    search_pins: { ...ruleWords, department_id_1c: branchField },
    judged_queries: judgedWords,
    missing_paths: { paths: 'Адреса', is_ignored: 'Убраны из списка' },
    short_proposals: { words: 'Запросы', is_unwanted: 'Не предлагать' },
    pages: pageWords,
    page_versions: pageWords,
    // The order is shown by the names, in the words of the line.
    menu_links: { ...menuWords, department_id_1c: branchField, ids: null },
    home_layouts: { ...homeWords, department_id_1c: branchField },
    articles: { ...articleWords, department_id_1c: branchField },
    vacancies: vacancyWords,
    forms: formWords,
    landings: landingWords,
    landing_texts: landingTextWords,
    email_texts: emailWords,
  };
}
