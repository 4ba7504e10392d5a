import { PencilLine } from 'lucide-react';
import { countOf, formatCount } from '#shared/plurals.ts';
import { type Got, useGot } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { useCan } from '../session/session.ts';

const everyMs = 60_000;

/** In the bar: how many drafts wait that this person may publish, in the branch chosen now. */
export function DraftsLink() {
  const isOn = useCan('preview.use');
  const { data } = useGot<Got<'/api/admin/drafts'>>('/api/admin/drafts?per_page=1', { every: everyMs, isOn });
  if (!isOn || !data) return null;
  const { total, more } = data;
  const words = total === 0 ? 'Черновики: ни один не ждёт' : `Черновики: ${countOf(total, 'ждёт', 'ждут', 'ждут')}`;
  return (
    <PageLink to="/calendar/drafts" className="bar-state bar-drafts" title={words}>
      <PencilLine size={16} aria-hidden="true" />
      <span className="bar-words" aria-hidden="true">
        Черновики
      </span>
      <span className="hidden-words">{words}</span>
      {total > 0 ? (
        <b className="num" aria-hidden="true">
          {more ? `${formatCount(total)}+` : formatCount(total)}
        </b>
      ) : null}
    </PageLink>
  );
}
