import { ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Field } from '../parts/field.tsx';
import { FindProduct } from '../parts/find-product.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Picture } from '../parts/picture.tsx';
import { Tag } from '../parts/tag.tsx';
import { WholeField } from '../parts/whole-field.tsx';
import { WholeInput } from '../parts/whole-input.tsx';
import type { FormPart } from './coupon-fields.tsx';
import type { SetLine, WantedLine } from './ready-set-words.ts';

type Known = Omit<SetLine, 'count'>;

/** What a set is called and made of; `stored`: its goods as the shop knows them. */
export function ReadySetFields({ form, stored }: { form: FormPart; stored: readonly SetLine[] }) {
  const { fields, set, errors } = form;
  return (
    <>
      <div className="form form-columns promo-fields">
        <Field label="Название" error={errors.name}>
          {(given) => (
            <input
              {...given}
              autoComplete="off"
              maxLength={120}
              value={String(fields.name ?? '')}
              onChange={({ target }) => set('name', target.value)}
            />
          )}
        </Field>
        <Field label="Текст" hint="Строка под названием" error={errors.text}>
          {(given) => (
            <input
              {...given}
              autoComplete="off"
              maxLength={300}
              value={String(fields.text ?? '')}
              onChange={({ target }) => set('text', target.value)}
            />
          )}
        </Field>
        <WholeField
          label="Место по порядку"
          hint="Меньшие раньше"
          value={fields.position}
          onChange={(value) => set('position', value)}
          error={errors.position}
        />
      </div>
      <Goods form={form} stored={stored} />
    </>
  );
}

function Goods({ form: { fields, set, errors }, stored }: { form: FormPart; stored: readonly SetLine[] }) {
  /** Goods that were added here and not saved yet: the server has not said their names. */
  const [added, setAdded] = useState<readonly Known[]>([]);
  const lines = (fields.goods ?? []) as readonly WantedLine[];
  const known = new Map<string, Known>([...stored, ...added].map((one) => [one.idcode, one]));
  const put = (next: readonly WantedLine[]) => set('goods', next);
  return (
    <fieldset className="promo-levels">
      <legend className="block-title">Товары набора</legend>
      {lines.length === 0 ? <p className="soft">Пока пусто: найдите товары по названию, артикулу или коду.</p> : null}
      <ul className="set-lines">
        {lines.map((line, at) => (
          <li key={line.idcode}>
            <Line
              line={line}
              product={known.get(line.idcode)}
              error={errors[`goods.${at}.count`] ?? errors[`goods.${at}`]}
              change={(count) => put(lines.map((one, other) => (other === at ? { ...one, count } : one)))}
              remove={() => put(lines.filter((_, other) => other !== at))}
              {...(at > 0 && {
                raise: () => put([...lines.slice(0, at - 1), line, ...lines.slice(at - 1, at), ...lines.slice(at + 1)]),
              })}
            />
          </li>
        ))}
      </ul>
      {errors.goods ? <p className="field-error">{errors.goods}</p> : null}
      <FindProduct
        label="Добавить товар"
        isOnSale
        onFound={({ id, idcode, name, image, is_on }) => {
          if (lines.some((line) => line.idcode === idcode)) return;
          setAdded((before) => [...before, { idcode, product_id: id, name, image, is_on }]);
          put([...lines, { idcode, count: 1 }]);
        }}
      />
    </fieldset>
  );
}

type LineProps = {
  line: WantedLine;
  product: Known | undefined;
  error: string | undefined;
  change: (count: WantedLine['count']) => void;
  remove: () => void;
  raise?: () => void;
};

function Line({ line, product, error, change, remove, raise }: LineProps) {
  const name = product?.name ?? `Товар ${line.idcode}`;
  return (
    <span className="set-line">
      <Picture image={product?.image ?? null} />
      {product?.product_id ? <PageLink to={`/catalogue/${product.product_id}`}>{name}</PageLink> : name}
      {product && !product.is_on ? (
        <Tag tone="warn">{product.product_id ? 'снят с продажи' : 'нет в каталоге'}</Tag>
      ) : null}
      <WholeInput
        className="count"
        aria-label={`Сколько: ${name}`}
        aria-invalid={error ? true : undefined}
        isOptional
        value={line.count}
        onChange={change}
      />
      {error ? <span className="field-error small">{error}</span> : null}
      {raise ? (
        <button type="button" className="icon-button" aria-label={`Выше: ${name}`} onClick={raise}>
          <ArrowUp size={16} aria-hidden="true" />
        </button>
      ) : null}
      <button type="button" className="icon-button" aria-label={`Убрать: ${name}`} onClick={remove}>
        <Trash2 size={16} aria-hidden="true" />
      </button>
    </span>
  );
}
