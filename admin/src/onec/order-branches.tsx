import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Node } from './nodes-page.tsx';

type Branch = Got<'/api/admin/onec-order-branches'>['items'][number];
type Props = { nodes: readonly Node[]; mayChange: boolean; onChanged: () => void };

/** Which base gets the orders of each branch: nobody else is given them. */
export function OrderBranches({ nodes, mayChange, onChanged }: Props) {
  const { data, error, refetch } = useGot<Got<'/api/admin/onec-order-branches'>>('/api/admin/onec-order-branches');
  const [chosen, setChosen] = useState<readonly Branch[] | null>(null);
  return (
    <section className="panel onec-card" aria-label="Куда идут заказы">
      <h2>Куда идут заказы</h2>
      <p className="soft">Заказ получает одна база. Пока базу не выбрали, это та, что первой стала забирать заказы.</p>
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={3} /> : null}
      <ul className="map-rows">
        {data?.items.map((one) => (
          <li key={one.id}>
            <span>
              {one.name}: {one.node ? `«${one.node}»` : 'ни одна база заказы ещё не забирала'}{' '}
              {one.is_chosen || !one.node ? null : <span className="soft small">без выбора</span>}{' '}
              {one.is_on === false ? <Tag tone="bad">узел выключен: заказы не получает никто</Tag> : null}{' '}
              {one.waiting > 0 ? (
                <span className="soft small">ждут {countOf(one.waiting, 'заказ', 'заказа', 'заказов')}</span>
              ) : null}
            </span>
            {mayChange ? (
              <Button size="small" aria-label={`Выбрать базу: ${one.name}`} onClick={() => setChosen([one])}>
                Выбрать базу
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange && data && data.items.length > 1 ? (
        <p className="row-buttons">
          <Button size="small" onClick={() => setChosen(data.items)}>
            Выбрать для всех филиалов
          </Button>
        </p>
      ) : null}
      {chosen ? (
        <BranchDialog
          branches={chosen}
          nodes={nodes}
          onClose={() => setChosen(null)}
          onDone={() => {
            setChosen(null);
            onChanged();
          }}
        />
      ) : null}
    </section>
  );
}

type DialogProps = { branches: readonly Branch[]; nodes: readonly Node[]; onClose: () => void; onDone: () => void };

function BranchDialog({ branches, nodes, onClose, onDone }: DialogProps) {
  const [first] = branches;
  const isOne = branches.length === 1;
  const [node, setNode] = useState(isOne && first?.is_chosen ? String(first.node_id) : '');
  const verb = useVerb(onDone);
  return (
    <Dialog title={isOne ? `Заказы филиала: ${first?.name}` : 'Заказы всех филиалов'} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const body = { branches: branches.map(({ id }) => id), node_id: node === '' ? null : Number(node) };
          verb.run('/api/admin/onec-order-branches', body, 'PUT');
        }}
      >
        <Field
          label="Базе 1С"
          error={verb.fields.node_id}
          hint="Ей уйдут и незавершённые заказы, также те, что уже есть у прежней. Если это та же база под другим узлом, она узнает их по Ид. Если другая, сначала закройте их в прежней: иначе отгрузят обе."
        >
          {(given) => (
            <select {...given} value={node} onChange={({ target }) => setNode(target.value)}>
              <option value="">той, что первой стала забирать заказы</option>
              {nodes.map(({ id, name, is_on }) => (
                <option key={id} value={id}>
                  {name}
                  {is_on ? '' : ' (выключен)'}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Problem words={verb.fields.node_id ? null : verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={verb.isBusy}>
            Сохранить
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
