import { MoveHorizontal } from 'lucide-react';
import { formatDateTime } from '#shared/dates.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Tag } from '../parts/tag.tsx';
import { type CalendarItem, keyOf, kinds, recordOf } from './calendar-words.ts';

type Props = {
  items: CalendarItem[];
  colliding: Set<string>;
  whoseOf: (item: CalendarItem) => string;
  /** Dates are asked for in a dialog. */
  onAsk: (item: CalendarItem) => void;
};

const dash = '—';

/** The same as the bars, by the day it begins: for narrow windows and for the keyboard. */
export function ItemsList({ items, colliding, whoseOf, onAsk }: Props) {
  const sorted = [...items].sort((a, b) => (a.starts_at ?? '').localeCompare(b.starts_at ?? ''));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by the keyboard
    <section className="table-scroll" aria-label="Что показывает магазин" tabIndex={0}>
      <table className="records">
        <caption className="hidden-words">Что показывает магазин, по дням начала</caption>
        <thead>
          <tr>
            <th scope="col">Что</th>
            <th scope="col">
              <span className="hidden-words">Перенос</span>
            </th>
            <th scope="col">Вид</th>
            <th scope="col">Где</th>
            <th scope="col">С</th>
            <th scope="col">До</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((item) => (
            <tr key={keyOf(item)}>
              <td>
                <PageLink to={recordOf(item)} className="strong">
                  {item.title}
                </PageLink>{' '}
                {item.is_draft ? <Tag tone="outline">черновик</Tag> : null}{' '}
                {colliding.has(`${item.kind} ${item.id}`) ? <Tag tone="bad">столкновение</Tag> : null}
              </td>
              <td>
                <button
                  type="button"
                  className="icon-button"
                  title={item.fixed ?? 'Переместить…'}
                  aria-label={`Переместить: ${item.title}`}
                  onClick={() => onAsk(item)}
                >
                  <MoveHorizontal size={16} aria-hidden="true" />
                </button>
              </td>
              <td>{kinds[item.kind].label}</td>
              <td>{whoseOf(item)}</td>
              <td className="num">{item.starts_at ? formatDateTime(item.starts_at) : dash}</td>
              <td className="num">{item.ends_at ? formatDateTime(item.ends_at) : dash}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
