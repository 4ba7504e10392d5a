import { formatPrice } from '#shared/money.ts';
import { type OrderState, orderStateWord } from '#shared/order-states.ts';
import { branchWords } from '../branches/branch-words.ts';
import {
  articleWords,
  formWords,
  homeWords,
  landingTextWords,
  landingWords,
  menuWords,
  pageWords,
  vacancyWords,
} from '../content/content-words.ts';
import type { FieldWords } from '../record/values.ts';
import { useSession } from '../session/session.ts';
import { settingWords } from '../settings/setting-fields.ts';
import { roleWords } from '../staff/role-words.ts';

/** What a line of the journal is about, by the name the server gives it. */
export const resourceWords: Record<string, string> = {
  orders: 'Заказы',
  refunds: 'Возвраты',
  payments: 'Платежи',
  receipts: 'Чеки',
  products: 'Товары',
  prices: 'Цены',
  branches: 'Филиалы',
  requisites: 'Реквизиты',
  staff: 'Сотрудники',
  settings: 'Настройки',
  jobs: 'Задания',
  pages: 'Страницы',
  page_versions: 'Тексты страниц',
  menu_links: 'Меню',
  home_layouts: 'Главная страница',
  articles: 'Блог',
  vacancies: 'Вакансии',
  mails: 'Письма',
  forms: 'Формы',
  landings: 'Посадочные',
  landing_texts: 'Тексты посадочных',
};

const listOf = (words: Record<string, string>) => (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? value.map((code) => words[String(code)] ?? String(code)).join(', ') : '—';
const sum = (value: unknown) => (typeof value === 'number' ? formatPrice(value) : '—');

/** What the fields of each kind are called in the journal; a branch by its name where the person knows it. */
export function useFieldWords(): Record<string, FieldWords> {
  const { branches } = useSession().me;
  const branchNames = Object.fromEntries(branches.map(({ id_1c, name }) => [id_1c, name]));
  const branch = { label: 'Филиал', show: (value: unknown) => (value ? listOf(branchNames)([value]) : 'все филиалы') };
  return {
    orders: {
      state: { label: 'Состояние', show: (value) => (value ? orderStateWord(value as OrderState, 'pickup') : '—') },
      orders: 'Заказы',
      total: { label: 'Сумма', show: sum },
      amount: { label: 'Сумма', show: sum },
    },
    staff: {
      roles: { label: 'Роли', show: listOf(roleWords) },
      departments: {
        label: 'Филиалы',
        show: (value) => (Array.isArray(value) && value.length > 0 ? listOf(branchNames)(value) : 'все'),
      },
    },
    settings: settingWords,
    branches: branchWords,
    pages: pageWords,
    page_versions: pageWords,
    menu_links: { ...menuWords, department_id_1c: branch },
    home_layouts: { ...homeWords, department_id_1c: branch },
    articles: { ...articleWords, department_id_1c: branch },
    vacancies: vacancyWords,
    forms: formWords,
    landings: landingWords,
    landing_texts: landingTextWords,
  };
}
