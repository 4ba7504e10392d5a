import { discountWords } from '#shared/discount-words.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { PaymentPage } from './read-payment-page.ts';

/** What the money is for: lines, coupon, bonuses and services add up to the total. */
export function PaymentContents({ page }: { page: PaymentPage }) {
  const { lines, goods_before, discount, bonus_discount, delivery_price, carrying_price, total } = page;
  return (
    <section className="sheet" aria-labelledby="pay-contents">
      <h2 id="pay-contents">В заказе</h2>
      <ul className="pay__lines">
        {lines.map(({ position, image, name, amount, sum }) => (
          <li key={position}>
            <span className="pic">
              {image ? <Picture path={image} width={64} height={64} alt="" /> : <Icon name="package" />}
            </span>
            <span>
              {unbroken(name)}
              <br />
              <span className="small soft num">{amount}</span>
            </span>
            <span className="num nowrap">{formatPrice(sum)}</span>
          </li>
        ))}
      </ul>
      {goods_before === total ? null : <SumRow words="Товары" sum={goods_before} />}
      {discount > 0 ? <SumRow words={discountWords(page.coupon)} sum={discount} isOff /> : null}
      {bonus_discount > 0 ? <SumRow words="Бонусы" sum={bonus_discount} isOff /> : null}
      {delivery_price === null ? null : <SumRow words="Доставка" sum={delivery_price} />}
      {carrying_price === null ? null : <SumRow words="Разгрузка и подъём" sum={carrying_price} />}
      <p className="sumrow b">
        <span>Сумма заказа</span>
        <span className="nowrap">{formatPrice(total)}</span>
      </p>
    </section>
  );
}

/** `isOff`: so much is taken off. */
function SumRow({ words, sum, isOff = false }: { words: string; sum: number; isOff?: boolean }) {
  return (
    <p className="sumrow">
      <span>{words}</span>
      <span className={isOff ? 'sumrow__off nowrap' : 'nowrap'}>
        {isOff ? '−' : ''}
        {formatPrice(sum)}
      </span>
    </p>
  );
}
