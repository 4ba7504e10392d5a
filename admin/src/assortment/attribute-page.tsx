import { useState } from 'react';
import { useParams } from 'react-router';
import { attributeTypeWords } from '#shared/attribute-types.ts';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Tag } from '../parts/tag.tsx';
import { WholeInput } from '../parts/whole-input.tsx';
import { TextField } from '../record/text-field.tsx';
import { useRecord } from '../record/use-record.ts';
import { useCan } from '../session/session.ts';
import type { Attribute } from './assortment-types.ts';
import { attributeWords } from './assortment-words.ts';
import { OwnedOfAttribute } from './attribute-owners.tsx';
import { AttributeValues } from './attribute-values.tsx';
import { FilterChoice } from './filter-choice.tsx';
import { RecordPage } from './record-page.tsx';
import { TypeDialog } from './type-dialog.tsx';

export function AttributePage() {
  const { id = '' } = useParams();
  return <AttributeOf key={id} id={id} />;
}

/** An attribute: name, type, unit, filter, group; its values and which of them are the same. */
function AttributeOf({ id }: { id: string }) {
  const form = useRecord<Attribute>(`/api/admin/attributes/${id}`, ({ name, unit, filter, group_name, position }) => ({
    name,
    unit,
    filter,
    group_name,
    position,
  }));
  const { fields, set, errors } = form;
  const canWrite = useCan('catalogue.write');
  const [isTypeAsked, setTypeAsked] = useState(false);
  return (
    <RecordPage
      form={form}
      kind="Свойство"
      title={({ name }) => name}
      list={{ label: 'Свойства', to: '/catalogue/attributes' }}
      resource={['attributes', 'attribute_types']}
      drafted={{ resource: 'attributes', path: `/api/admin/attributes/${id}` }}
      id={id}
      words={attributeWords}
      beside={({ type, id_1c }) => (
        <>
          <Tag>{attributeTypeWords[type]}</Tag>
          {id_1c ? <Tag tone="outline">1С</Tag> : null}
        </>
      )}
      actions={(attribute) => (
        <>
          <span className="soft">
            {`код ${attribute.code}, ${countOf(attribute.goods, 'товар', 'товара', 'товаров')}`}
          </span>
          {canWrite ? <Button onClick={() => setTypeAsked(true)}>Изменить вид</Button> : null}
          {isTypeAsked ? <TypeDialog attribute={attribute} onClose={() => setTypeAsked(false)} /> : null}
        </>
      )}
      tabs={[{ key: 'values', label: 'Значения', show: (attribute) => <AttributeValues attribute={attribute} /> }]}
    >
      {(attribute) => (
        <>
          <div className="form form-pair">
            <TextField form={form} name="name" label="Название" />
            <TextField form={form} name="unit" label="Единица" hint="мм, кг, Вт; пустая, если её нет" isOptional />
            <FilterChoice
              type={attribute.type}
              value={(fields.filter ?? null) as Attribute['filter']}
              onChange={(filter) => set('filter', filter)}
              error={errors.filter}
            />
            <TextField form={form} name="group_name" label="Группа на странице товара" />
            <Field label="Порядок" hint="Чем меньше, тем выше" error={errors.position}>
              {(given) => (
                <WholeInput {...given} value={fields.position} onChange={(value) => set('position', value)} />
              )}
            </Field>
          </div>
          <OwnedOfAttribute attribute={attribute} onReturned={form.reload} />
        </>
      )}
    </RecordPage>
  );
}
