import { attributeTypeWords } from '#shared/attribute-types.ts';
import { formatCount } from '#shared/plurals.ts';
import { PageLink } from '../parts/page-link.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import type { Attribute } from './assortment-types.ts';
import { filterWords } from './assortment-words.ts';
import { NewAttribute } from './new-attribute.tsx';
import { PlainList } from './plain-list.tsx';

const columns: Column<Attribute>[] = [
  {
    key: 'name',
    label: 'Свойство',
    render: ({ id, name, id_1c }) => (
      <span className="row-tags">
        <PageLink to={`/catalogue/attributes/${id}`} className="cell-cut">
          {name}
        </PageLink>
        {id_1c ? <Tag tone="outline">1С</Tag> : null}
      </span>
    ),
  },
  { key: 'type', label: 'Вид', render: ({ type }) => attributeTypeWords[type] },
  { key: 'unit', label: 'Единица', render: ({ unit }) => unit ?? '—' },
  { key: 'filter', label: 'Фильтр', render: ({ filter }) => (filter ? filterWords[filter] : '—') },
  { key: 'group', label: 'Группа', render: ({ group_name }) => group_name },
  { key: 'code', label: 'Код', render: ({ code }) => <span className="soft">{code}</span> },
  {
    key: 'goods',
    label: 'Товаров',
    align: 'right',
    render: ({ goods }) => <span className="num">{formatCount(goods)}</span>,
  },
];

/** Attributes in the order in which product pages and filters show them. */
export function AttributesList() {
  return (
    <PlainList<Attribute>
      name="attributes"
      title="Свойства"
      path="/api/admin/attributes"
      to="/catalogue/attributes"
      columns={columns}
      searched={{
        label: 'Название, код, группа',
        text: ({ name, code, group_name }) => `${name} ${code} ${group_name}`,
      }}
      empty={<Empty title="Свойств пока нет">Создайте первое или примите выгрузку из 1С.</Empty>}
      add={{ label: 'Новое свойство', dialog: (close) => <NewAttribute onClose={close} /> }}
    />
  );
}
