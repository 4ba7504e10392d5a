import { Pencil } from 'lucide-react';
import { discountWords } from '#shared/discount-words.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Picture } from '../parts/picture.tsx';
import { Tag } from '../parts/tag.tsx';
import { useCan } from '../session/session.ts';
import type { OrderLine, OrderRecord } from './order-types.ts';
import { amount } from './order-words.tsx';

/** What was ordered, what of it is there, and sums that add up. */
export function OrderLines({ order, edit }: { order: OrderRecord; edit: () => void }) {
  const canEdit = useCan('orders.edit');
  const { lines, weight_grams: grams, edit_why_not: whyNot } = order;
  return (
    <section className="panel" aria-labelledby="order-lines">
      <div className="panel-head">
        <h2 id="order-lines">Состав</h2>
        <span className="soft">
          {countOf(lines.length, 'строка', 'строки', 'строк')}
          {grams > 0 ? `, ${Math.round(grams / 1000)} кг` : ''}
        </span>
        {canEdit ? (
          <span className="panel-actions">
            {whyNot ? <span className="soft small">{whyNot}</span> : null}
            <Button
              size="small"
              icon={<Pencil size={14} aria-hidden="true" />}
              disabled={whyNot !== null}
              onClick={edit}
            >
              Изменить состав
            </Button>
          </span>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="wide" tabIndex={0} aria-label="Строки заказа">
        <table className="lines">
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                Товар
              </th>
              <th scope="col">Резерв</th>
              <th scope="col" className="right">
                Количество
              </th>
              <th scope="col" className="right">
                Цена
              </th>
              <th scope="col" className="right">
                Сумма
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </tbody>
        </table>
      </section>
      <Sums order={order} />
    </section>
  );
}

function Line({ line }: { line: OrderLine }) {
  const isShort = line.covered < line.reserved;
  return (
    <tr className={isShort ? 'tone-warn' : undefined}>
      <td className="line-picture">
        <Picture image={line.image} />
      </td>
      <td>
        <b className="line-name">{line.name}</b>
        <span className="soft small">
          {[
            line.article,
            `код ${line.product_idcode}`,
            line.shelf ? `${line.store_name}, ${line.shelf}` : line.store_name,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </td>
      <td>
        <Reserve line={line} isShort={isShort} />
      </td>
      <td className="right num">{amount(line.count, line.unit)}</td>
      <td className="right num">
        {line.old_price ? <s>{formatPrice(line.old_price)}</s> : null} {formatPrice(line.price)}
      </td>
      <td className="right num">
        <b>{formatPrice(line.sum)}</b>
        {line.discount + line.bonus_discount > 0 ? (
          <span className="soft small line-off">−{formatPrice(line.discount + line.bonus_discount)}</span>
        ) : null}
      </td>
    </tr>
  );
}

function Reserve({ line, isShort }: { line: OrderLine; isShort: boolean }) {
  if (line.given >= line.count) return <Tag>выдано</Tag>;
  if (isShort)
    return (
      <>
        <Tag tone="bad">
          {line.covered} из {line.reserved}
        </Tag>
        {line.elsewhere > 0 ? <span className="soft small line-off">на других: {line.elsewhere}</span> : null}
      </>
    );
  if (line.reserved === 0) return <Tag tone="outline">нет резерва</Tag>;
  return <Tag tone="good">{line.given > 0 ? `выдано ${line.given}` : 'есть'}</Tag>;
}

function Sums({ order }: { order: OrderRecord }) {
  const { sums } = order;
  const rows: [string, string, ('minus' | 'total')?][] = [
    ['Товары', formatPrice(sums.goods)],
    ...(sums.discount > 0
      ? [[discountWords(sums.coupon), `−${formatPrice(sums.discount)}`, 'minus'] as [string, string, 'minus']]
      : []),
    ...(sums.bonus_discount > 0
      ? [['Бонусы', `−${formatPrice(sums.bonus_discount)}`, 'minus'] as [string, string, 'minus']]
      : []),
    ...(order.receiving.type === 'delivery'
      ? [['Доставка', sums.delivery === null ? 'назовёт оператор' : formatPrice(sums.delivery)] as [string, string]]
      : []),
    ...(sums.carrying
      ? [[order.receiving.carrying_words ?? 'Разгрузка', formatPrice(sums.carrying)] as [string, string]]
      : []),
    ['Итого', formatPrice(sums.total), 'total'],
    ...(sums.refunded > 0 ? [['Возвращено', formatPrice(sums.refunded)] as [string, string]] : []),
  ];
  return (
    <dl className="sums">
      {rows.map(([name, value, kind]) => (
        <div key={name} className={kind}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
