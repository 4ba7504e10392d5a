import { formatDateTime } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import type { Tone } from '../parts/tag.tsx';
import type { FieldWords } from '../record/values.ts';

type StateWords<State extends string> = Record<State, { label: string; tone: Tone }>;

export const pageStates: StateWords<'draft' | 'coming' | 'shown' | 'replaced' | 'ended'> = {
  draft: { label: 'Черновик', tone: 'warn' },
  coming: { label: 'Выйдет', tone: 'info' },
  shown: { label: 'Действует', tone: 'good' },
  replaced: { label: 'Заменена новой', tone: 'plain' },
  ended: { label: 'Снята', tone: 'plain' },
};

export const layoutStates: StateWords<'draft' | 'shown' | 'covered' | 'coming' | 'ended'> = {
  draft: { label: 'Черновик', tone: 'warn' },
  shown: { label: 'Сейчас', tone: 'good' },
  covered: { label: 'Заменён другим', tone: 'plain' },
  coming: { label: 'Ждёт', tone: 'info' },
  ended: { label: 'Кончился', tone: 'plain' },
};

export const articleStates: StateWords<'draft' | 'coming' | 'shown' | 'withdrawn'> = {
  draft: { label: 'Черновик', tone: 'warn' },
  coming: { label: 'Выйдет', tone: 'info' },
  shown: { label: 'На сайте', tone: 'good' },
  withdrawn: { label: 'Снята', tone: 'plain' },
};

export const vacancyStates: StateWords<'draft' | 'coming' | 'shown' | 'closed'> = {
  draft: { label: 'Черновик', tone: 'warn' },
  coming: { label: 'Выйдет', tone: 'info' },
  shown: { label: 'На сайте', tone: 'good' },
  closed: { label: 'Закрыта', tone: 'plain' },
};

export const formStates: StateWords<'draft' | 'open' | 'coming' | 'closed'> = {
  draft: { label: 'Черновик', tone: 'warn' },
  open: { label: 'Принимает', tone: 'good' },
  coming: { label: 'Откроется', tone: 'info' },
  closed: { label: 'Закрыта', tone: 'plain' },
};

export const landingStates: StateWords<'hidden' | 'coming' | 'shown' | 'ended'> = {
  hidden: { label: 'Не опубликована', tone: 'warn' },
  coming: { label: 'Ждёт срока', tone: 'info' },
  shown: { label: 'На сайте', tone: 'good' },
  ended: { label: 'Закончена', tone: 'plain' },
};

export const mailStates: StateWords<'waiting' | 'sent' | 'failed' | 'kept'> = {
  waiting: { label: 'В очереди', tone: 'info' },
  sent: { label: 'Ушло', tone: 'good' },
  failed: { label: 'Не ушло', tone: 'bad' },
  kept: { label: 'Хранится здесь', tone: 'plain' },
};

/** What the shop may say in an email. */
export const emailWords = { subject: 'Тема', heading: 'Заголовок', lead: 'Начало', closing: 'Конец' } as const;

export const placeLabels = { header: 'Шапка', side: 'Боковое меню', footer: 'Подвал' } as const;
export type Place = keyof typeof placeLabels;

export const blockLabels: Record<string, string> = {
  slides: 'Слайды',
  tasks: 'Задачи покупателя',
  categories: 'Разделы каталога',
  discounts: 'Скидки',
  viewed: 'Просмотренное',
  novelties: 'Новинки',
  brands: 'Бренды',
  articles: 'Статьи',
  services: 'Услуги',
  text: 'Текст о магазине',
};

export const seasonLabels: Record<string, string> = { newyear: 'Новый год', spring: 'Весна и сад' };
export const articleSeasons: Record<string, string> = {
  new_year: 'К Новому году',
  winter: 'Зимой',
  spring: 'Весной',
  summer: 'Летом',
  autumn: 'Осенью',
};
export const vacancyFields: Record<string, string> = {
  sales: 'Торговый зал',
  warehouse: 'Склад',
  delivery: 'Доставка',
  purchasing: 'Закупки и каталог',
  service: 'Обслуживание покупателей',
  office: 'Офис',
};
export const vacancySchedules: Record<string, string> = {
  five_two: '5/2',
  two_two: '2/2',
  shifts: 'Сменный график',
  flexible: 'Гибкий график',
  part_time: 'Неполный день',
};

const moment = { show: (value: unknown) => (typeof value === 'string' ? formatDateTime(value) : 'без срока') };
const money = { show: (value: unknown) => (typeof value === 'number' ? formatPrice(value) : '—') };
const codes = (words: Record<string, string>) => ({
  show: (value: unknown) =>
    [value]
      .flat()
      .map((code) => words[String(code)] ?? '—')
      .join(', ') || '—',
});
const blocks = {
  show: (value: unknown) => (Array.isArray(value) ? `частей: ${value.length}` : '—'),
};
const branch = { label: 'Филиал', show: (value: unknown) => (value ? String(value) : 'все филиалы') };

export const pageWords: FieldWords = {
  title: 'Заголовок',
  html: 'Текст',
  slug: 'Адрес',
  published_at: { label: 'Действует с', ...moment },
  ends_at: { label: 'Действует до', ...moment },
};
export const menuWords: FieldWords = {
  place: { label: 'Меню', ...codes(placeLabels) },
  column_title: 'Столбец',
  name: 'Название',
  url: 'Адрес',
  icon: 'Значок',
  department_id_1c: branch,
  starts_at: { label: 'С', ...moment },
  ends_at: { label: 'До', ...moment },
  is_draft: 'Черновик',
};
export const homeWords: FieldWords = {
  season: { label: 'Сезон', ...codes(seasonLabels) },
  blocks: { label: 'Блоки', ...codes(blockLabels) },
  first_categories: 'Первые разделы',
  department_id_1c: branch,
  starts_at: { label: 'С', ...moment },
  ends_at: { label: 'До', ...moment },
  is_draft: 'Черновик',
};
export const articleWords: FieldWords = {
  slug: 'Адрес',
  title: 'Заголовок',
  lead: 'Вступление',
  topic: 'Тема',
  season: { label: 'Сезон', ...codes(articleSeasons) },
  author: 'Автор',
  picture: 'Картинка',
  blocks: { label: 'Содержание', ...blocks },
  department_id_1c: branch,
  published_at: { label: 'Выходит', ...moment },
};
export const vacancyWords: FieldWords = {
  title: 'Должность',
  department_id_1c: { label: 'Где', show: (value) => String(value ?? '—') },
  field: { label: 'Направление', ...codes(vacancyFields) },
  schedule: { label: 'График', ...codes(vacancySchedules) },
  salary_from_kopecks: { label: 'Зарплата от', ...money },
  salary_to_kopecks: { label: 'Зарплата до', ...money },
  is_salary_after_tax: 'На руки',
  duties: 'Обязанности',
  requirements: 'Требования',
  terms: 'Условия',
  published_at: { label: 'Выходит', ...moment },
  valid_until: { label: 'Действует до', ...moment },
};
export const formWords: FieldWords = {
  code: 'Код',
  name: 'Название',
  lead: 'Пояснение',
  button: 'Кнопка',
  sent: 'После отправки',
  fields: {
    label: 'Поля',
    show: (value) =>
      Object.values((value ?? {}) as Record<string, { name?: string }>)
        .map(({ name }) => name ?? '')
        .join(', ') || '—',
  },
  about: { label: 'О чём', show: (value) => (value ? 'о товаре, вакансии или странице' : '—') },
  goals: { label: 'Счётчик', show: (value) => (value ? 'сообщает' : '—') },
  published_at: { label: 'Выходит', ...moment },
};

export const landingWords: FieldWords = {
  name: 'Название',
  starts_at: { label: 'С', ...moment },
  ends_at: { label: 'До', ...moment },
  redirect_to: 'Куда ведёт потом',
  share_b: { label: 'Доля варианта B', show: (value) => `${Number(value ?? 0) * 10} %` },
};
export const landingTextWords: FieldWords = {
  title: 'Заголовок',
  description: 'Описание для поиска',
  blocks: { label: 'Содержание', ...blocks },
};
