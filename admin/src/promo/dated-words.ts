import type { Got } from '../parts/got.ts';
import type { Tone } from '../parts/tag.tsx';
import type { FieldWords } from '../record/values.ts';
import { moment } from './coupon-words.ts';

export type BannerRow = Got<'/api/admin/banners'>['items'][number];
export type Banner = Got<'/api/admin/banners/{id}'>;
export type WobblerRow = Got<'/api/admin/wobblers'>['items'][number];
export type Wobbler = Got<'/api/admin/wobblers/{id}'>;
type State = BannerRow['state'];

export const datedStateWords: Record<State, string> = {
  running: 'показывается',
  waiting: 'ждёт начала',
  draft: 'черновик',
  ended: 'снят',
};
export const datedStateTones: Record<State, Tone> = { running: 'good', waiting: 'info', draft: 'warn', ended: 'plain' };

export const datedStateChoices = [
  { value: 'running', label: 'Показываются' },
  { value: 'waiting', label: 'Ждут начала' },
  { value: 'draft', label: 'Черновики' },
  { value: 'ended', label: 'Сняты' },
];

export const themes: Record<BannerRow['theme'], string> = {
  spruce: 'Зелёный',
  season: 'Сезонный',
  ochre: 'Тёмный',
  lake: 'Синий',
};

export const places: Record<WobblerRow['position'], string> = {
  top: 'Сверху',
  bottom: 'Снизу',
  left: 'Слева внизу',
  right: 'Справа внизу',
};

const wordOf = (words: Record<string, string>) => (value: unknown) => words[String(value)] ?? '—';
const dated: FieldWords = {
  department_id_1c: { label: 'Филиал', show: (value) => (typeof value === 'string' ? value : 'все') },
  is_draft: 'Черновик',
  starts_at: { label: 'Начало', show: moment },
  ends_at: { label: 'Конец', show: moment },
};

/** Fields of a slide, as the form and the journal call them. */
export const bannerWords: FieldWords = {
  ...dated,
  place: { label: 'Место', show: () => 'главная страница' },
  title: 'Заголовок',
  text: 'Текст',
  button_text: 'Кнопка',
  link: 'Ссылка',
  image: 'Изображение',
  theme: { label: 'Фон', show: wordOf(themes) },
  position: 'Место по порядку',
};

/** Fields of a wobbler, as the form and the journal call them. */
export const wobblerWords: FieldWords = {
  ...dated,
  position: { label: 'Место', show: wordOf(places) },
  text: 'Текст',
  background_image: 'Изображение',
  button_text: 'Кнопка',
  action_link: 'Ссылка',
  filter_is_show_once: 'После нажатия больше не показывать',
  advertising: 'Пометка рекламы',
};
