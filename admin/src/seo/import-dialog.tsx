import { Upload } from 'lucide-react';
import { useState } from 'react';
import { countOf, formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';

type Plan = {
  create: number;
  change: number;
  same: number;
  refused: { row: number; words: string }[];
  hash: string;
};

const largestBytes = 1_000_000;

/** A table of redirects: what it would do, then doing it. */
export function ImportDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [csv, setCsv] = useState<string | null>(null);
  const [name, setName] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const rehearse = useVerb<Plan>(() => {});
  const load = useVerb<Plan>(onDone);
  const plan = rehearse.answer;

  async function read(file: File | undefined) {
    rehearse.reset();
    load.reset();
    setCsv(null);
    setTrouble(null);
    setName(file?.name ?? null);
    if (!file) return;
    if (file.size > largestBytes) {
      setTrouble('Файл больше 1 МБ: загрузите его частями');
      return;
    }
    const text = textOf(new Uint8Array(await file.arrayBuffer()));
    setCsv(text);
    rehearse.run('/api/admin/redirects/rehearse', { csv: text });
  }

  return (
    <Dialog title="Загрузить перенаправления" className="dialog-wide" onClose={onClose}>
      <div className="form">
        <div className="file-row">
          <label className="btn btn-plain file-button">
            <Upload size={16} aria-hidden="true" />
            Выбрать таблицу CSV
            <input
              type="file"
              className="hidden-words"
              accept=".csv,.txt,text/csv"
              onChange={({ target }) => void read(target.files?.[0])}
            />
          </label>
          <span className="path cell-cut">{name ?? 'Файл не выбран'}</span>
        </div>
        <p className="soft small">
          Столбцы: Откуда; Куда; Филиал (пусто: все); Код (301 или 302). Так их и выгружает магазин.
        </p>
        <Problem words={trouble} />
        {rehearse.isBusy ? <p role="status">Проверяем…</p> : null}
        <Problem words={rehearse.problem ?? load.problem} />
        {plan && !load.answer ? <PlanWords plan={plan} /> : null}
        {load.answer ? (
          <p className="note note-good" role="status">
            {`Загружено: новых ${formatCount(load.answer.create)}, изменено ${formatCount(load.answer.change)}`}
          </p>
        ) : null}
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          {plan && csv !== null && !load.answer && plan.create + plan.change > 0 ? (
            <Button
              kind="primary"
              isBusy={load.isBusy}
              onClick={() => load.run('/api/admin/redirects/import', { csv, hash: plan.hash })}
            >
              {`Загрузить ${countOf(plan.create + plan.change, 'строку', 'строки', 'строк')}`}
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}

function PlanWords({ plan }: { plan: Plan }) {
  const { create, change, same, refused } = plan;
  return (
    <div className="plan" role="status">
      <p>
        Новых <b className="num">{formatCount(create)}</b>, изменится <b className="num">{formatCount(change)}</b>, без
        изменений <b className="num">{formatCount(same)}</b>, не примем{' '}
        <b className="num">{formatCount(refused.length)}</b>
      </p>
      {refused.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <ul className="import-refused" aria-label="Не примем" tabIndex={0}>
          {refused.map(({ row, words }) => (
            <li key={row}>
              Строка {row}: {words}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** UTF-8, or what Excel for Windows writes in Russian. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}
