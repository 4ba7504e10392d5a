/** A block of an article or a landing page as the shop stores it. */
export type ShopBlock = { type: string; [field: string]: unknown };

export type BlockField = {
  name: string;
  label: string;
  kind: 'line' | 'text' | 'picture' | 'codes' | 'groups' | 'moment' | 'number' | 'choice' | 'questions';
  hint?: string;
  choices?: Record<string, string>;
};

type BlockForm = { label: string; fields: BlockField[]; make: (() => ShopBlock) | null };

const title: BlockField = { name: 'title', label: 'Заголовок', kind: 'line' };
const text: BlockField = { name: 'text', label: 'Текст', kind: 'text' };
const codes = (label: string, name: string): BlockField => ({
  name,
  label,
  kind: 'codes',
  hint: 'Коды товаров из 1С, по одному в строке. Цены и остатки покажутся живые',
});

/** What each kind of block is filled in with; the words themselves are written in the editor of texts. */
export const shopBlockForms: Record<string, BlockForm> = {
  html: { label: 'Текст', fields: [], make: () => ({ type: 'html', html: '' }) },
  hero: {
    label: 'Крупная картинка',
    fields: [
      title,
      text,
      { name: 'image', label: 'Картинка', kind: 'picture' },
      { name: 'button_text', label: 'Надпись на кнопке', kind: 'line' },
      { name: 'link', label: 'Куда ведёт', kind: 'line', hint: 'Страница магазина или https://' },
      {
        name: 'theme',
        label: 'Цвет',
        kind: 'choice',
        choices: { spruce: 'ель', season: 'по сезону', ochre: 'охра', lake: 'озеро' },
      },
    ],
    make: () => ({ type: 'hero', title: '', text: '', button_text: '', theme: 'spruce' }),
  },
  products: {
    label: 'Товары',
    fields: [
      title,
      text,
      codes('Какие товары', 'idcodes'),
      {
        name: 'alternatives',
        label: 'Товары на выбор',
        kind: 'groups',
        hint: 'Коды товаров, которые заменяют друг друга: через запятую, каждая группа с новой строки. Кнопка «Всё из статьи» возьмёт из группы один',
      },
    ],
    make: () => ({ type: 'products', title: '', text: '', idcodes: [], alternatives: [] }),
  },
  list: {
    label: 'Подборка из каталога',
    fields: [title, text, { name: 'limit', label: 'Сколько показать', kind: 'number' }],
    make: null,
  },
  calculator: {
    label: 'Калькулятор',
    fields: [title, text, { name: 'idcode', label: 'Код товара из 1С', kind: 'line' }],
    make: () => ({ type: 'calculator', title: '', text: '', idcode: '' }),
  },
  timer: {
    label: 'Обратный отсчёт',
    fields: [text, { name: 'ends_at', label: 'До', kind: 'moment' }],
    make: () => ({ type: 'timer', text: '', ends_at: '' }),
  },
  form: {
    label: 'Форма',
    fields: [title, text, { name: 'code', label: 'Код формы', kind: 'line', hint: 'Например callback' }],
    make: () => ({ type: 'form', code: '', title: '', text: '' }),
  },
  faq: {
    label: 'Вопросы и ответы',
    fields: [title, { name: 'items', label: 'Вопросы', kind: 'questions' }],
    make: () => ({ type: 'faq', title: 'Вопросы и ответы', items: [{ question: '', answer: '' }] }),
  },
  map: {
    label: 'Карта пунктов',
    fields: [title, text],
    make: () => ({ type: 'map', title: 'Где забрать', text: '' }),
  },
  video: {
    label: 'Видео',
    fields: [
      title,
      text,
      { name: 'url', label: 'Адрес видео', kind: 'line', hint: 'https://' },
      { name: 'poster', label: 'Заставка', kind: 'picture' },
      { name: 'duration_seconds', label: 'Длится, секунд', kind: 'number' },
    ],
    make: () => ({ type: 'video', title: '', text: '', url: '', poster: '' }),
  },
  reviews: {
    label: 'Отзывы',
    fields: [title, codes('О каких товарах', 'idcodes'), { name: 'limit', label: 'Сколько показать', kind: 'number' }],
    make: () => ({ type: 'reviews', title: 'Отзывы покупателей', idcodes: [], limit: 3 }),
  },
};

export function blockLabel({ type }: ShopBlock): string {
  return shopBlockForms[type]?.label ?? 'Блок';
}
