import { formatCount } from '#shared/plurals.ts';
import { PageLink } from '../parts/page-link.tsx';
import { thumbnail } from '../parts/product.ts';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import type { BrandRow } from './assortment-types.ts';
import { NewBrand } from './new-brand.tsx';
import { PlainList } from './plain-list.tsx';

const columns: Column<BrandRow>[] = [
  {
    key: 'name',
    label: 'Бренд',
    render: ({ id, name, logo }) => (
      <span className="goods-name">
        {logo ? <img src={thumbnail(logo)} alt="" width="28" height="28" loading="lazy" /> : <i />}
        <PageLink to={`/catalogue/brands/${id}`}>{name}</PageLink>
      </span>
    ),
  },
  { key: 'country', label: 'Страна', render: ({ country }) => country ?? '—' },
  { key: 'slug', label: 'Адрес', render: ({ slug }) => <span className="soft">{slug}</span> },
  {
    key: 'dealer',
    label: 'Дилерство',
    render: ({ dealer }) => <span className="cell-cut">{dealer?.status ?? '—'}</span>,
  },
  {
    key: 'goods',
    label: 'На сайте',
    align: 'right',
    render: ({ goods_on: on }) => <span className="num">{formatCount(on)}</span>,
  },
];

export function BrandsList() {
  return (
    <PlainList<BrandRow>
      name="brands"
      title="Бренды"
      path="/api/admin/brands"
      to="/catalogue/brands"
      columns={columns}
      searched={{ label: 'Название, страна', text: ({ name, country, slug }) => `${name} ${country ?? ''} ${slug}` }}
      empty={<Empty title="Брендов пока нет">Создайте первый или примите выгрузку из 1С.</Empty>}
      add={{ label: 'Новый бренд', dialog: (close) => <NewBrand onClose={close} /> }}
    />
  );
}
