import { unbroken } from '#shared/unbroken.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { RequisiteRow } from './requisite-rows.ts';

type RequisitesProps = {
  rows: readonly RequisiteRow[];
  /** On a page that tells of other things: they open by a press, or by the address of their part. */
  isFolded?: boolean;
};

/**
 * Whom to pay, each row and all of them to be copied; nothing where the shop has set nothing. Its sheet is
 * `requisites.css`.
 */
export function Requisites({ rows, isFolded = false }: RequisitesProps) {
  if (rows.length === 0) return null;
  if (isFolded)
    return (
      <details className="fold requisites__fold">
        <summary>
          <h2 className="fold__h">Реквизиты для оплаты по счёту</h2>
          <Icon name="chevron-down" />
        </summary>
        <div id="requisites">
          <CopyAll rows={rows} />
          <Rows rows={rows} />
        </div>
      </details>
    );
  return (
    <section id="requisites" aria-labelledby="requisites-title">
      <div className="row between row--wrap">
        <h2 id="requisites-title">Реквизиты</h2>
        <CopyAll rows={rows} />
      </div>
      <Rows rows={rows} />
    </section>
  );
}

function CopyAll({ rows }: RequisitesProps) {
  return (
    <CopyButton
      text={rows.map(([label, value]) => `${label}: ${value}`).join('\n')}
      label="реквизиты"
      words="Копировать все"
    />
  );
}

function Rows({ rows }: RequisitesProps) {
  return (
    <dl className="requisites">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt className="soft">{label}</dt>
          <dd className="num">{unbroken(value)}</dd>
          <dd>
            <CopyButton text={value} label={label} isIcon />
          </dd>
        </div>
      ))}
    </dl>
  );
}
