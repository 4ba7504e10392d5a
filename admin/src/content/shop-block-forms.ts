import { blockNames } from '#shared/block-names.ts';

/** A block of an article or a landing page as the shop stores it. */
export type ShopBlock = { type: string; [field: string]: unknown };

/** As many stand on one page (`Blocks`). */
export const mostBlocks = 40;

export type BlockField = {
  name: string;
  label: string;
  kind:
    | 'line'
    | 'link'
    | 'text'
    | 'picture'
    | 'codes'
    | 'groups'
    | 'counts'
    | 'moment'
    | 'number'
    | 'choice'
    | 'questions'
    | 'list';
  hint?: string;
  choices?: Record<string, string>;
};

type BlockForm = { label: string; fields: BlockField[]; make: () => ShopBlock };

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
  html: { label: blockNames.html, fields: [], make: () => ({ type: 'html', html: '' }) },
  hero: {
    label: blockNames.hero,
    fields: [
      title,
      text,
      { name: 'image', label: 'Картинка', kind: 'picture' },
      { name: 'button_text', label: 'Надпись на кнопке', kind: 'line' },
      { name: 'link', label: 'Куда ведёт', kind: 'link' },
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
    label: blockNames.products,
    fields: [
      title,
      text,
      codes('Какие товары', 'idcodes'),
      {
        name: 'alternatives',
        label: 'Товары на выбор',
        kind: 'groups',
        hint: 'Коды товаров, которые заменяют друг друга: через запятую, каждая группа с новой строки. Кнопка «Всё в корзину» возьмёт из группы один',
      },
      {
        name: 'counts',
        label: 'Сколько нужно для работы',
        kind: 'counts',
        hint: 'Код и количество через двоеточие, каждый товар с новой строки: 10045:3. Количество — как в корзине: мешки, упаковки, а кабель — по 0,1 м. На посадочной странице под товарами появится «Весь набор в корзину», в статье изменится «Всё из статьи»; покупатель поправит количество сам',
      },
      {
        name: 'counts_for',
        label: 'Для чего посчитано',
        kind: 'line',
        hint: 'Например: ёлка 180 см',
      },
    ],
    make: () => ({ type: 'products', title: '', text: '', idcodes: [], alternatives: [], counts: [], counts_for: '' }),
  },
  list: {
    label: blockNames.list,
    fields: [
      title,
      text,
      { name: 'listing', label: 'Какие товары', kind: 'list' },
      { name: 'limit', label: 'Сколько показать', kind: 'number', hint: 'От 1 до 20' },
    ],
    make: () => ({ type: 'list', title: '', text: '', listing: { filters: {}, sort: 'popular' }, limit: 5 }),
  },
  calculator: {
    label: blockNames.calculator,
    fields: [
      title,
      text,
      { name: 'idcode', label: 'Код товара из 1С', kind: 'line' },
      { name: 'area', label: 'Площадь для примера, м²', kind: 'line', hint: 'Пусто — обычные числа товара' },
      { name: 'layer_mm', label: 'Слой для примера, мм', kind: 'line', hint: 'Для смесей' },
      { name: 'coats', label: 'Слоёв для примера', kind: 'line', hint: 'Для красок и грунтовок' },
    ],
    make: () => ({ type: 'calculator', title: '', text: '', idcode: '', area: '', layer_mm: '', coats: '' }),
  },
  timer: {
    label: blockNames.timer,
    fields: [text, { name: 'ends_at', label: 'До', kind: 'moment' }],
    make: () => ({ type: 'timer', text: '', ends_at: '' }),
  },
  form: {
    label: blockNames.form,
    fields: [title, text, { name: 'code', label: 'Код формы', kind: 'line', hint: 'Например callback' }],
    make: () => ({ type: 'form', code: '', title: '', text: '' }),
  },
  faq: {
    label: blockNames.faq,
    fields: [title, { name: 'items', label: 'Вопросы', kind: 'questions' }],
    make: () => ({ type: 'faq', title: 'Вопросы и ответы', items: [{ question: '', answer: '' }] }),
  },
  map: {
    label: blockNames.map,
    fields: [title, text],
    make: () => ({ type: 'map', title: 'Где забрать', text: '' }),
  },
  video: {
    label: blockNames.video,
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
    label: blockNames.reviews,
    fields: [title, codes('О каких товарах', 'idcodes'), { name: 'limit', label: 'Сколько показать', kind: 'number' }],
    make: () => ({ type: 'reviews', title: 'Отзывы покупателей', idcodes: [], limit: 3 }),
  },
};

export function blockLabel({ type }: ShopBlock): string {
  return shopBlockForms[type]?.label ?? 'Блок';
}
