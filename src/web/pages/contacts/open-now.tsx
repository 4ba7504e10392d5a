import { useEffect, useState } from 'react';
import { lowerFirst } from '#shared/lower-first.ts';
import { type HourExceptions, type OpenState, openState, type WeekHours } from '#shared/work-time.ts';
import { Icon } from '#web/ui/icon.tsx';

type OpenNowProps = {
  hours: WeekHours;
  exceptions: HourExceptions;
  time_zone: string;
  /** The moment of a look at the shop, which does not go on; null: now. */
  at: string | null;
};

/** The words are true for a minute at most. */
const everyMs = 30_000;

/**
 * «Открыто до 20:00» by the department's own clock. A cached page may be minutes old, so the browser counts it after
 * load and goes on; without JavaScript the hours beside it say all there is.
 */
export function OpenNow({ hours, exceptions, time_zone, at }: OpenNowProps) {
  const [open, setOpen] = useState<OpenState | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hours by their words
  useEffect(() => {
    const look = () => setOpen(openState(hours, exceptions, time_zone, at === null ? new Date() : new Date(at)));
    // The first formatter of a zone costs a phone 40 ms: a task of its own, not a part of hydration.
    const first = setTimeout(look);
    const timer = setInterval(look, everyMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [JSON.stringify([hours, exceptions, time_zone, at])]);
  if (!open) return <p className="stock js">{'\u00a0'}</p>;
  return (
    <p className={`stock stock--${open.is_open ? 'now' : 'later'}`}>
      <Icon name="clock" size="s" />
      {open.is_open ? `Сейчас ${lowerFirst(open.words)}` : open.words}
      {open.note ? ` (${open.note})` : ''}
    </p>
  );
}
