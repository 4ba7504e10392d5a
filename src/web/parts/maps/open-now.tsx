import { useEffect, useState } from 'react';
import type { Department } from '#modules/departments/queries.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { phoneHref, phoneList } from '#shared/phone.ts';
import {
  type HourExceptions,
  type OpenState,
  openState,
  phoneVerbs,
  type WeekHours,
  workTimeLines,
} from '#shared/work-time.ts';
import { Icon } from '#web/ui/icon.tsx';

type OpenNowProps = {
  hours: WeekHours;
  exceptions: HourExceptions;
  time_zone: string;
  /** The moment of a look at the shop, which does not go on; null: now. */
  at: string | null;
  /** It stands under a phone number: it is said when it is answered, not when the point opens. */
  isPhone?: boolean;
};

/** The words are true for a minute at most. */
const everyMs = 30_000;

/**
 * «Открыто до 20:00» by the department's own clock. A cached page may be minutes old, so the browser counts it after
 * load and goes on; without JavaScript the hours beside it say all there is.
 */
export function OpenNow({ hours, exceptions, time_zone, at, isPhone = false }: OpenNowProps) {
  const [open, setOpen] = useState<OpenState | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hours by their words
  useEffect(() => {
    const verbs = isPhone ? phoneVerbs : undefined;
    const look = () => setOpen(openState(hours, exceptions, time_zone, at === null ? new Date() : new Date(at), verbs));
    // The first formatter of a zone costs a phone 40 ms: a task of its own, not a part of hydration.
    const first = setTimeout(look);
    const timer = setInterval(look, everyMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [JSON.stringify([hours, exceptions, time_zone, at])]);
  if (!open) return <span className="state js">{'\u00a0'}</span>;
  return (
    <span className={`state state--${open.is_open ? 'good' : 'wait'}`}>
      <Icon name="clock" size="s" />
      {open.is_open && !isPhone ? `Сейчас ${lowerFirst(open.words)}` : open.words}
      {open.note ? ` (${open.note})` : ''}
    </span>
  );
}

export type BranchCall = ReturnType<typeof callOf>;

/** What `CallBranch` shows of a branch; `at`: the moment of a look at the shop, null: now. */
export function callOf(department: Department, at: Date | null = null) {
  const { hours, hour_exceptions, time_zone } = department;
  return {
    is_open: openState(hours, hour_exceptions, time_zone, at ?? new Date()).is_open,
    city: department.city,
    phone: phoneList(department.phones)[0] ?? null,
    lines: workTimeLines(department.work_time),
    hours: department.hours,
    exceptions: department.hour_exceptions,
    time_zone: department.time_zone,
    at: at?.toISOString() ?? null,
  };
}

/** The phone of the branch, whether somebody answers it now, and its hours; nothing where there is no phone. */
export function CallBranch({ call }: { call: BranchCall }) {
  if (!call.phone) return null;
  return (
    <div>
      <a className="link b num nowrap" href={phoneHref(call.phone)}>
        {call.phone}
      </a>
      <OpenNow hours={call.hours} exceptions={call.exceptions} time_zone={call.time_zone} at={call.at} isPhone />
      <p className="small soft num">
        {call.lines.map((line) => (
          <span className="line" key={line}>
            {line}
          </span>
        ))}
      </p>
    </div>
  );
}
