import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { BranchField } from '../parts/branch-field.tsx';
import { Button } from '../parts/button.tsx';
import { FindProduct } from '../parts/find-product.tsx';
import { LineField } from '../parts/line-field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { type Bench, benchSearch } from './bench.ts';
import type { Explanation } from './bench-page.tsx';
import { CustomerField } from './owner-field.tsx';

type Props = {
  /** As the address says it. */
  bench: Bench;
  address: string;
  explanation: Explanation | undefined;
  errors: Record<string, string>;
  isBusy: boolean;
  onAsk: (bench: Bench) => void;
};

const sources = [
  { value: 'goods', label: 'Товары вручную' },
  { value: 'customer', label: 'Корзина покупателя' },
  { value: 'order', label: 'Заказ' },
] as const;

/** Code, cart, branch, buyer and moment that the bench is asked about. */
export function BenchForm({ bench, address, explanation, errors, isBusy, onAsk }: Props) {
  const [draft, setDraft] = useState(bench);
  const [hasNoCode, setNoCode] = useState(false);
  // «Назад» brings a former question; what was just asked from here stands in the form as it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address begins the form again
  useEffect(() => {
    setDraft((before) => (benchSearch(before).toString() === address ? before : bench));
  }, [address]);
  const set = (change: Partial<Bench>) => setDraft((before) => ({ ...before, ...change }));
  const isOrder = draft.from === 'order';
  const cartError = Object.entries(errors).find(([name]) => name.startsWith('cart'))?.[1];
  return (
    <form
      className="panel form-panel bench-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setNoCode(draft.code.trim() === '');
        if (draft.code.trim() === '') return;
        const asked = { ...draft, code: draft.code.trim() };
        setDraft(asked);
        onAsk(asked);
      }}
    >
      <div className="form">
        <LineField
          label="Код"
          error={hasNoCode ? 'Обязательно для заполнения' : errors.code}
          maxLength={60}
          value={draft.code}
          onChange={(text) => set({ code: text })}
        />
        <fieldset className="checks">
          <legend>Корзина</legend>
          {sources.map(({ value, label }) => (
            <label key={value} className="check">
              <input type="radio" name="from" checked={draft.from === value} onChange={() => set({ from: value })} />
              {label}
            </label>
          ))}
        </fieldset>
        {isOrder ? (
          <LineField
            label="Номер заказа"
            hint="Филиал и покупатель — из заказа"
            error={cartError}
            inputMode="numeric"
            value={draft.number}
            onChange={(text) => set({ number: text })}
          />
        ) : (
          <>
            <BranchField
              hasAll={false}
              value={draft.departmentId}
              onChange={(id) => set({ departmentId: id ?? '' })}
              error={errors.department_id_1c}
            />
            <CustomerField
              label="Покупатель"
              none={draft.from === 'customer' ? 'Выберите, чью корзину смотреть' : 'Никто не выбран: считаем как гостю'}
              name={explanation?.buyer?.name ?? null}
              userId={draft.userId}
              error={errors.user_id}
              onChange={(customer) => set({ userId: customer?.user_id ?? null })}
            />
          </>
        )}
        {draft.from === 'goods' ? <Goods draft={draft} set={set} explanation={explanation} error={cartError} /> : null}
        <MomentField
          label="Когда"
          hint="Пустое поле — сейчас. Цены и остатки всегда нынешние"
          value={draft.at}
          onChange={(at) => set({ at })}
          error={errors.at}
        />
      </div>
      <div className="form-actions">
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Проверить
        </Button>
      </div>
    </form>
  );
}

type GoodsProps = {
  draft: Bench;
  set: (change: Partial<Bench>) => void;
  explanation: Explanation | undefined;
  error: string | undefined;
};

function Goods({ draft: { lines }, set, explanation, error }: GoodsProps) {
  const nameOf = (id: number, name: string) =>
    name || explanation?.lines.find(({ product_id }) => product_id === id)?.name || `Товар ${id}`;
  return (
    <>
      <FindProduct
        label="Добавить товар"
        onFound={({ id, name }) => {
          if (lines.some(({ product_id }) => product_id === id)) return;
          set({ lines: [...lines, { product_id: id, count: 1, name }] });
        }}
      />
      <ul className="edit-lines">
        {lines.map(({ product_id: id, count, name }) => (
          <li key={id}>
            <span className="edit-name">{nameOf(id, name)}</span>
            <input
              className="count"
              type="number"
              min={1}
              max={99_999}
              aria-label={`Сколько: ${nameOf(id, name)}`}
              value={count || ''}
              onChange={({ target }) =>
                set({
                  lines: lines.map((line) =>
                    line.product_id === id ? { ...line, count: Math.trunc(Number(target.value)) } : line,
                  ),
                })
              }
            />
            <button
              type="button"
              className="icon-button"
              aria-label={`Убрать: ${nameOf(id, name)}`}
              onClick={() => set({ lines: lines.filter(({ product_id }) => product_id !== id) })}
            >
              <Trash2 size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <Problem words={error ?? null} />
    </>
  );
}
