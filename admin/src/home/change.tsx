import { formatCount } from '#shared/plurals.ts';

/** How much more or less than before, in percent; nothing to compare with is said so. */
export function Change({ now, before }: { now: number; before: number }) {
  if (before === 0) return <span className="soft">{now === 0 ? 'без изменений' : 'раньше не было'}</span>;
  const percent = Math.round(((now - before) / before) * 1000) / 10;
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  const tone = percent > 0 ? 'up' : percent < 0 ? 'down' : 'soft';
  return <b className={`num change ${tone}`}>{`${sign}${formatCount(Math.abs(percent))}\u00a0%`}</b>;
}
