import { Link } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import type { PaymentPage } from './read-payment-page.ts';

/** What the money is for. */
export function PaymentContents({ page, order_url }: { page: PaymentPage; order_url: string }) {
  const { lines, goods_sum, delivery_price, carrying_price, total } = page;
  return (
    <section className="sheet" aria-labelledby="pay-contents">
      <h2 id="pay-contents">В заказе</h2>
      <ul className="pay__lines">
        {lines.map(({ product_id, name, amount }) => (
          <li className="sumrow" key={product_id}>
            <span>{unbroken(name)}</span>
            <span className="nowrap">{amount}</span>
          </li>
        ))}
      </ul>
      {delivery_price === null ? null : (
        <>
          <SumRow words="Товары" sum={goods_sum} />
          <SumRow words="Доставка" sum={delivery_price} />
        </>
      )}
      {carrying_price === null ? null : <SumRow words="Разгрузка и подъём" sum={carrying_price} />}
      <p className="sumrow b">
        <span>Сумма заказа</span>
        <span className="nowrap">{formatPrice(total)}</span>
      </p>
      <Link className="link" to={order_url}>
        Открыть заказ
      </Link>
    </section>
  );
}

function SumRow({ words, sum }: { words: string; sum: number }) {
  return (
    <p className="sumrow">
      <span>{words}</span>
      <span className="nowrap">{formatPrice(sum)}</span>
    </p>
  );
}
