import { unbroken } from '#shared/unbroken.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import type { RequisiteRow } from './requisite-rows.ts';

/**
 * Whom to pay, each row and all of them to be copied; nothing where the shop has set nothing. Its sheet is
 * `requisites.css`.
 */
export function Requisites({ rows }: { rows: readonly RequisiteRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section id="requisites" aria-labelledby="requisites-title">
      <div className="row between row--wrap">
        <h2 id="requisites-title">Реквизиты</h2>
        <CopyButton
          text={rows.map(([label, value]) => `${label}: ${value}`).join('\n')}
          label="реквизиты"
          words="Копировать все"
        />
      </div>
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
    </section>
  );
}
