import type { BulkJobKind, BulkJobState } from '#shared/bulk-jobs.ts';
import type { Got } from '../parts/got.ts';
import type { Tone } from '../parts/tag.tsx';

export type BulkJob = Got<'/api/admin/bulk-jobs'>['items'][number];

type KindWords = {
  /** One of them. */
  one: string;
  many: string;
  /** Where the record is looked at. */
  page: (number: number) => string;
  /** How the calls name it. */
  call: string;
  /** What is pressed to take it back; absent: it is not taken back from the list. */
  undo?: string;
};

export const bulkKindWords: Record<BulkJobKind, KindWords> = {
  'price-plans': {
    one: 'Изменение цен',
    many: 'Изменения цен',
    page: (number) => `/prices/plans/${number}`,
    call: 'price-plans',
    undo: 'Вернуть цены',
  },
  'goods-imports': {
    one: 'Товары из таблицы',
    many: 'Товары из таблиц',
    page: (number) => `/catalogue/import?of=goods&table=${number}`,
    call: 'goods-imports',
    undo: 'Вернуть как было',
  },
  'file-imports': {
    one: 'Цены и остатки из файла',
    many: 'Цены и остатки из файлов',
    page: (number) => `/catalogue/import?table=${number}`,
    call: 'file-imports',
    undo: 'Вернуть цены',
  },
  'onec-packages': {
    one: 'Пакет 1С',
    many: 'Пакеты 1С',
    page: (number) => `/onec/packages/${number}`,
    call: 'onec-packages',
  },
  onec: {
    one: 'Работа обмена с 1С',
    many: 'Работы обмена с 1С',
    page: (number) => `/jobs/onec/${number}`,
    call: 'onec-jobs',
  },
  'coupon-batches': {
    one: 'Партия кодов',
    many: 'Партии кодов',
    page: (number) => `/promo?batch=${number}`,
    call: 'coupon-batches',
  },
};

export const bulkStateWords: Record<BulkJobState, { one: string; many: string; tone: Tone }> = {
  held: { one: 'ждёт решения', many: 'Ждут решения', tone: 'warn' },
  waiting: { one: 'ждёт', many: 'Ждут', tone: 'plain' },
  running: { one: 'идёт', many: 'Идут', tone: 'info' },
  done: { one: 'сделано', many: 'Сделаны', tone: 'good' },
  stopped: { one: 'остановлено', many: 'Остановлены', tone: 'warn' },
  failed: { one: 'не удалось', many: 'Не удались', tone: 'bad' },
  refused: { one: 'не принято', many: 'Не приняты', tone: 'plain' },
  undoing: { one: 'возвращается', many: 'Возвращаются', tone: 'info' },
  undone: { one: 'возвращено', many: 'Возвращены', tone: 'outline' },
  rehearsed: { one: 'только проверено', many: 'Только проверены', tone: 'outline' },
};
