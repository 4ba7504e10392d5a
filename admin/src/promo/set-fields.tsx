import { Doubts } from '../editor/doubts.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { WholeField } from '../parts/whole-field.tsx';
import type { FormPart } from './coupon-fields.tsx';
import { SetBranches } from './set-branches.tsx';
import { SetGoods } from './set-goods.tsx';
import type { SetProduct } from './set-words.ts';
import { useSetLook } from './use-set-look.ts';

/** Everything of a ready set: its words, its goods, and where it would be shown now. */
export function SetFields({ form }: { form: FormPart }) {
  const { fields, set, errors } = form;
  const goods = (fields.goods ?? []) as SetProduct[];
  const look = useSetLook(goods);
  return (
    <>
      <div className="form promo-fields">
        <div className="form-pair">
          <LineField
            label="Название"
            error={errors.name}
            maxLength={120}
            value={String(fields.name ?? '')}
            onChange={(text) => set('name', text)}
          />
          <WholeField
            label="Место по порядку"
            hint="Меньшие раньше"
            value={fields.position}
            onChange={(value) => set('position', value)}
            error={errors.position}
          />
        </div>
        <Field label="Описание" hint="Одна-две строки под названием: для какой комнаты, что внутри" error={errors.text}>
          {(given) => (
            <textarea
              {...given}
              rows={2}
              maxLength={300}
              value={String(fields.text ?? '')}
              onChange={({ target }) => set('text', target.value)}
            />
          )}
        </Field>
        <Doubts words={[fields.name, fields.text]} />
        <label className="check promo-check">
          <input
            type="checkbox"
            checked={fields.is_on === true}
            onChange={({ target }) => set('is_on', target.checked)}
          />
          Показывать покупателям
        </label>
      </div>
      <SetGoods goods={goods} look={look.data} errors={errors} onChange={(next) => set('goods', next)} />
      <SetBranches look={look} count={goods.length} isOn={fields.is_on === true} />
    </>
  );
}
