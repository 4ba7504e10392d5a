import { formatPrice } from '#shared/money.ts';
import { FindOne } from '../parts/find-one.tsx';
import { Picture } from '../parts/picture.tsx';
import { request } from '../request.ts';
import type { FoundGoods } from './order-types.ts';
import { amount } from './order-words.tsx';

type Props = {
  departmentId: string;
  userId: string | null;
  label: string;
  onFound: (goods: FoundGoods) => void;
};

/**
 * Goods by the shop's own search, with price and stock of the branch for this buyer; the field takes the cursor and is
 * kept for the next.
 */
export function FindGoods({ departmentId, userId, label, onFound }: Props) {
  return (
    <FindOne<FoundGoods>
      label={label}
      takesFocus
      placeholder="Название, артикул, код"
      about={['phone-order', 'goods', departmentId, userId]}
      search={async (q, signal) => {
        const search = new URLSearchParams({ q, department_id_1c: departmentId, ...(userId && { user_id: userId }) });
        const path = `/api/admin/phone-order/goods?${search}`;
        return (await request<{ items: FoundGoods[] }>(path, { signal })).body.items;
      }}
      keyOf={({ id }) => id}
      isOff={({ price }) => price === null}
      onFound={onFound}
      render={(goods) => (
        <>
          <Picture image={goods.image} />
          <span className="found-name">
            {goods.name}
            <span className="soft small">{goods.article ?? ''}</span>
            {goods.elsewhere.length > 0 ? (
              <span className="soft small">
                {goods.elsewhere.map(({ name, available }) => `${name}: ${amount(available, goods.unit)}`).join(', ')}
              </span>
            ) : null}
          </span>
          <span className="num">{goods.price === null ? 'по запросу' : formatPrice(goods.price)}</span>
          <span className={goods.available ? 'soft small num' : 'bad small'}>
            {goods.available ? amount(goods.available, goods.unit) : 'нет'}
          </span>
        </>
      )}
    />
  );
}
