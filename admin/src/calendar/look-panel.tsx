import { AppWindow, ExternalLink } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useSession } from '../session/session.ts';
import { Differences } from './differences.tsx';
import { LookDialog } from './look-dialog.tsx';

type Link = { url: string; until: string };

/**
 * The shop of a branch at a moment, in a tab of its own: the moment and the branch stand in the address. `release`:
 * with the drafts of that release alone.
 */
export function LookPanel({ release = null }: { release?: number | null }) {
  const { branches } = useSession().me;
  const [search, setSearch] = useSearchParams();
  const open = branches.filter(({ domain }) => domain !== null);
  const branch = search.get('look') ?? search.get('branch') ?? open[0]?.id_1c ?? '';
  const at = search.get('at');
  const hasDrafts = search.get('drafts') !== 'no';
  const [isShown, setShown] = useState(false);
  // Opened at the press itself: a browser blocks what opens after an answer.
  const tab = useRef<Window | null>(null);
  const link = useVerb<Link>(({ url }) => {
    if (tab.current) tab.current.location.replace(url);
  });

  const asked = { department_id_1c: branch, drafts: hasDrafts, ...(hasDrafts && { release }) };

  function set(name: string, value: string | null) {
    link.reset();
    const next = new URLSearchParams(window.location.search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true });
  }

  return (
    <section className="panel calendar-look" aria-labelledby="look">
      <h2 id="look">Магазин на дату</h2>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          tab.current = window.open('', '_blank');
          if (tab.current) tab.current.opener = null;
          link.run('/api/admin/shop-previews', { ...asked, at: at ?? new Date().toISOString() });
        }}
      >
        <MomentField label="День и время" value={at} error={link.fields.at} onChange={(moment) => set('at', moment)} />
        <Field label="Филиал" error={link.fields.department_id_1c}>
          {(given) => (
            <select {...given} value={branch} onChange={({ target }) => set('look', target.value)}>
              {open.map(({ id_1c: id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <label className="check">
          <input
            type="checkbox"
            checked={hasDrafts}
            onChange={({ target }) => set('drafts', target.checked ? null : 'no')}
          />
          {release === null ? 'С черновиками' : 'С черновиками выпуска'}
        </label>
        <Problem words={link.problem} />
        <Button
          kind="primary"
          type="submit"
          icon={<ExternalLink size={16} aria-hidden="true" />}
          isBusy={link.isBusy}
          disabled={open.length === 0}
        >
          Открыть вкладкой
        </Button>
        <Button
          icon={<AppWindow size={16} aria-hidden="true" />}
          disabled={open.length === 0}
          onClick={() => setShown(true)}
        >
          Показать здесь
        </Button>
        {link.answer ? (
          <p className="soft small" role="status">
            <a href={link.answer.url} target="_blank" rel="noreferrer">
              Магазин на {formatDateTime(at ?? new Date())}
            </a>
            : видите только вы, до {formatDateTime(link.answer.until).slice(-5)}
          </p>
        ) : (
          <p className="soft small">
            Видите только вы, 15 минут. Цены — по планам на этот момент, остатки сегодняшние, заказать нельзя.
          </p>
        )}
      </form>
      {isShown ? <LookDialog asked={asked} at={at} onClose={() => setShown(false)} /> : null}
      <Differences branch={branch} at={at} hasDrafts={hasDrafts} release={release} />
    </section>
  );
}
