import { Icon } from '#web/ui/icon.tsx';
import { choosePoint } from './choose-point.ts';
import type { CartPage } from './read-cart-page.ts';

/** Another point has everything today: one press takes it. */
export function WholeFit({ point: { id_1c, address } }: { point: CartPage['points'][number] }) {
  return (
    <section className="panel fit" aria-label="Где забрать всё сразу">
      <div className="row fit__row">
        <Icon name="store" />
        <span>
          <b className="b">Где забрать всё сразу</b>
          <br />
          <span className="small soft">Все товары вместе — {address}. Цены те же.</span>
        </span>
      </div>
      <button
        type="submit"
        className="btn btn--quiet btn--sm"
        name="intent"
        value={`point:${id_1c}`}
        onClick={(event) => choosePoint(event, id_1c)}
      >
        Выбрать этот пункт
      </button>
    </section>
  );
}
