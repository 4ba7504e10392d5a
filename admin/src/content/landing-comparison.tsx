import { formatDate } from '#shared/dates.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { orderDays } from '#shared/seen-landings.ts';
import { Help } from '../parts/help.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { boundsOf, percentOf, verdictOf } from './comparison-words.ts';
import type { LandingRecord } from './content-types.ts';

type Comparison = NonNullable<LandingRecord['comparison']>;
type Row = Comparison['a'] & { variant: 'A' | 'B' };

const columns: Column<Row>[] = [
  { key: 'variant', label: 'Вариант', render: ({ variant }) => <b>{variant}</b> },
  { key: 'seen', label: 'Увидели впервые', align: 'right', render: ({ seen }) => formatCount(seen) },
  { key: 'ordered', label: 'Заказали', align: 'right', render: ({ ordered }) => formatCount(ordered) },
  { key: 'share', label: 'Доля', align: 'right', render: ({ share }) => percentOf(share) },
  {
    key: 'bounds',
    label: 'С надёжностью 95 %',
    align: 'right',
    render: boundsOf,
  },
];

/** What the two variants of a landing page brought, and whether the difference is more than chance. */
export function LandingComparison({ comparison }: { comparison: LandingRecord['comparison'] }) {
  if (!comparison)
    return (
      <div className="panel">
        <Empty title="Варианты не сравниваются">
          Опубликуйте текст варианта B и на вкладке «Сроки» задайте, какая доля посетителей его видит.
        </Empty>
      </div>
    );
  const { a, b, since, from, needed } = comparison;
  const term = countOf(orderDays, 'день', 'дня', 'дней');
  const rows: Row[] = [
    { ...a, variant: 'A' },
    { ...b, variant: 'B' },
  ];
  return (
    <div className="panel">
      <div className="panel-head">
        <h2>Что принесли варианты</h2>
        <Help about="сравнение вариантов">
          Увидел — браузер, который открыл страницу впервые; заказал — если за {term} после этого он оформил заказ в
          этом филиале. Считаются филиалы, где показываются оба варианта. Кто это был, магазин не хранит. Границы доли —
          по Уилсону, сравнение — двусторонний тест двух долей.
        </Help>
      </div>
      <p className="comparison-words">
        Считаем с {formatDate(from)}: это следующий день после {formatDate(since, 'UTC')}, когда задана доля или
        опубликован последний текст. За последние {term} заказы ещё могут добавиться.
      </p>
      <RecordTable label="Варианты посадочной" rows={rows} columns={columns} keyOf={({ variant }) => variant} />
      <p className="comparison-words strong" role="status">
        {verdictOf(comparison)}
      </p>
      {needed === null ? null : (
        <p className="comparison-words soft">
          Чтобы заметить разницу в пятую часть, каждый вариант должны увидеть около {formatCount(needed)} человек.
          Решайте, когда их наберётся столько: удачный день в середине показа бывает случайным.
        </p>
      )}
    </div>
  );
}
