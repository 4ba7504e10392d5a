import '../styles/shop.css';
import { ownedField, ownedFields } from '#shared/product-fields.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { WholeInput } from '../parts/whole-input.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { encodings, nodeWords } from './node-words.ts';
import type { Node } from './nodes-page.tsx';

type Props = { node: Pick<Node, 'id' | 'name'>; onClose: () => void; onDone: () => void };

/** What a node is called, from where it comes and how it sends files; its name at the sign-in stays. */
export function ChangeNodeDialog({ node, onClose, onDone }: Props) {
  const form = useRecord<Node>(
    `/api/admin/onec-nodes/${node.id}`,
    ({ name, networks, encoding, file_limit, takes_zip, ...node }) => ({
      ...{ name, networks, encoding, file_limit, takes_zip, own_fields: node.own_fields },
      ...{ stock_excludes_reserves: node.stock_excludes_reserves, day_pays_whole: node.day_pays_whole },
    }),
  );
  const { body, loadError, savedAt, clash } = form;
  return (
    <Dialog title={`Узел обмена: ${node.name}`} onClose={savedAt ? onDone : onClose}>
      {body ? (
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <NodeFields form={form} />
          <SaveBar form={form} />
          {clash ? <ClashDialog clash={clash} words={nodeWords} mine={form.fields} settle={form.settle} /> : null}
        </form>
      ) : loadError ? (
        <LoadFailure error={loadError} retry={form.reload} />
      ) : (
        <Skeleton rows={5} />
      )}
    </Dialog>
  );
}

function NodeFields({ form: { fields, set, errors } }: { form: RecordForm<Node> }) {
  return (
    <>
      <LineField
        label="Название"
        error={errors.name}
        hint="Как узел зовут в магазине: «Основная база»"
        maxLength={100}
        value={String(fields.name ?? '')}
        onChange={(text) => set('name', text)}
      />
      <LineField
        label="Откуда разрешён обмен"
        error={errors.networks}
        hint="Адреса и сети через запятую; пусто — отовсюду"
        maxLength={1000}
        value={String(fields.networks ?? '')}
        onChange={(text) => set('networks', text)}
      />
      <Field label="Кодировка" error={errors.encoding} hint="В ней магазин отвечает 1С и отдаёт заказы">
        {(given) => (
          <select
            {...given}
            value={String(fields.encoding ?? '')}
            onChange={({ target }) => set('encoding', target.value)}
          >
            {Object.entries(encodings).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Часть файла, КБ" error={errors.file_limit} hint="Какими частями 1С шлёт файлы: от 100 до 32 768">
        {(given) => (
          <WholeInput {...given} unit={1024} value={fields.file_limit} onChange={(bytes) => set('file_limit', bytes)} />
        )}
      </Field>
      <Field
        label="Остатки из 1С"
        error={errors.stock_excludes_reserves}
        hint="«Без отложенного» — если 1С откладывает товар сама, как только забрала заказ, и шлёт остаток уже без него: магазин не вычтет его второй раз. Если товар откладывает менеджер позже или не откладывает никто, оставьте «Весь товар»: иначе проданное продадут ещё раз."
      >
        {(given) => (
          <select
            {...given}
            value={String(fields.stock_excludes_reserves === true)}
            onChange={({ target }) => set('stock_excludes_reserves', target.value === 'true')}
          >
            <option value="false">Весь товар на складе</option>
            <option value="true">Без отложенного для заказов</option>
          </select>
        )}
      </Field>
      <Field
        label="День оплаты без суммы"
        error={errors.day_pays_whole}
        hint="Многие базы шлют об оплате счёта только номер и день. «Сколько пришло, проверяют люди» — если ваша ставит их и тогда, когда пришла часть денег: заказ не станет оплаченным, филиал получит письмо."
      >
        {(given) => (
          <select
            {...given}
            value={String(fields.day_pays_whole !== false)}
            onChange={({ target }) => set('day_pays_whole', target.value === 'true')}
          >
            <option value="true">Заказ оплачен целиком</option>
            <option value="false">Сколько пришло, проверяют люди</option>
          </select>
        )}
      </Field>
      <label className="check">
        <input
          type="checkbox"
          checked={fields.takes_zip === true}
          onChange={({ target }) => set('takes_zip', target.checked)}
        />
        Принимать архивы ZIP
      </label>
      <OwnFields value={fields.own_fields} error={errors.own_fields} onChange={(own) => set('own_fields', own)} />
    </>
  );
}

type OwnFieldsProps = { value: unknown; error: string | undefined; onChange: (fields: string[]) => void };

/** What import leaves alone in all goods of the node. */
function OwnFields({ value, error, onChange }: OwnFieldsProps) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <fieldset className="checks checks-narrow">
      <legend>Ведёт магазин</legend>
      <p className="soft small">
        Отмеченное у всех товаров этой базы обмен не меняет: правьте сами. Новый товар придёт со всем, что есть в 1С.
        Снятая отметка вернёт то, что 1С прислала последним.
      </p>
      <ul>
        {ownedFields.map((field) => (
          <li key={field}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.includes(field)}
                onChange={({ target }) => onChange(chosenFields(chosen, field, target.checked))}
              />
              {upperFirst(ownedField[field].words)}
            </label>
          </li>
        ))}
      </ul>
      <Problem words={error ?? null} />
    </fieldset>
  );
}

/** In the order of the server, so that what was chosen and rolled back is no change. */
function chosenFields(chosen: readonly string[], field: string, isOn: boolean): string[] {
  return ownedFields.filter((one) => (one === field ? isOn : chosen.includes(one))).toSorted();
}
