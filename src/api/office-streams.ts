import { Readable } from 'node:stream';
import {
  eventFor,
  type OfficeEnd,
  type OfficeMessage,
  passOnMessages,
  readOfficeMessage,
  sessionsThatEnded,
} from '#modules/staff/office-events.ts';
import type { StaffMember } from '#modules/staff/require-staff.ts';
import type { Db } from '#platform/database.ts';
import { isFollowed } from '#platform/invalidation.ts';
import type { Log } from '#platform/log.ts';
import { Refusal } from '#platform/refusal.ts';
import { type OfficeEvent, officeBeatMs } from '#shared/office-events.ts';

export const streamLimits = {
  /** Of one web process; each holds a connection and a few kilobytes. */
  process: 500,
  /** Tabs share one where the browser lets them; the oldest gives way, for it may be of a connection that died. */
  session: 3,
  /** What a reader that does not read may leave lying, in bytes. */
  unread: 64_000,
  /** Different changes sent at once; more become «something of this kind in this branch». */
  events: 100,
};

/** So often messages are taken from where triggers leave them, while somebody listens here. */
const passOnMs = 400;
/** Changes are gathered for so long: what one press does comes in several statements. */
const gatherMs = 150;

type Stream = {
  staff: StaffMember;
  /** Then the second factor is no longer fresh. */
  until: number;
  readable: Readable;
  waiting: OfficeEvent[];
};

type EndReason = 'rights' | 'replaced' | 'lost' | 'stopping';

/** The streams of events that this process has open, fed by the messages of the database (`onNotification`). */
export class OfficeStreams {
  readonly #db: Db;
  readonly #log: Log;
  readonly #streams = new Set<Stream>();
  readonly #heartbeatTimer: NodeJS.Timeout;
  #gathering: NodeJS.Timeout | undefined;
  #passing: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
    this.#heartbeatTimer = setInterval(() => void this.#heartbeat(), officeBeatMs).unref();
  }

  get count(): number {
    return this.#streams.size;
  }

  /**
   * A stream of server-sent events for this session; `until`: when its second factor is over. Throws busy when the
   * process has as many as it holds, unavailable while it ends or would miss messages.
   */
  open(staff: StaffMember, until: Date): Readable {
    if (this.#isClosed || !isFollowed(this.#db)) throw new Refusal('unavailable');
    const own = [...this.#streams].filter((stream) => stream.staff.session_id === staff.session_id);
    if (own.length >= streamLimits.session && own[0]) this.#end(own[0], 'replaced');
    if (this.#streams.size >= streamLimits.process) throw new Refusal('busy');
    const readable = new Readable({ read() {} });
    const stream: Stream = { staff, until: until.getTime(), readable, waiting: [] };
    this.#streams.add(stream);
    readable.once('close', () => this.#streams.delete(stream));
    readable.on('error', () => {}); // the reader is gone: 'close' follows
    this.#write(stream, 'beat', {});
    this.#passing ??= setTimeout(() => void this.#passOn(), passOnMs).unref();
    return readable;
  }

  /** A message of the database: told to those whom it concerns, or the end of somebody's streams. */
  onNotification(payload: string): void {
    const message = readOfficeMessage(payload);
    if (message === null) return;
    if ('topic' in message) this.#gather(message);
    else for (const stream of this.#whose(message)) this.#end(stream, 'rights');
  }

  /** Messages may be missed from now on: browsers ask by themselves until they open a stream again. */
  onLost(): void {
    this.#endAll('lost');
  }

  /** Ends all and opens no more: the process is about to end. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeatTimer);
    clearTimeout(this.#passing);
    this.#endAll('stopping');
  }

  #whose(end: OfficeEnd): Stream[] {
    return [...this.#streams].filter(({ staff }) =>
      'ends_session' in end ? staff.session_id === end.ends_session : staff.user_id === end.ends_person,
    );
  }

  async #passOn(): Promise<void> {
    try {
      await passOnMessages(this.#db);
    } catch (error) {
      this.#log.warn({ err: error }, 'what changed could not be passed on');
    }
    const goesOn = this.#streams.size > 0 && !this.#isClosed;
    this.#passing = goesOn ? setTimeout(() => void this.#passOn(), passOnMs).unref() : undefined;
  }

  #gather(message: OfficeMessage): void {
    for (const stream of this.#streams) {
      const event = eventFor(stream.staff, message);
      if (event) stream.waiting.push(event);
    }
    this.#gathering ??= setTimeout(() => this.#send(), gatherMs).unref();
  }

  #send(): void {
    this.#gathering = undefined;
    for (const stream of this.#streams) {
      if (Date.now() >= stream.until) this.#end(stream, 'rights');
      else for (const event of eachOnce(stream.waiting)) this.#write(stream, 'changed', event);
      stream.waiting = [];
    }
  }

  async #heartbeat(): Promise<void> {
    for (const stream of this.#streams) {
      if (Date.now() >= stream.until) this.#end(stream, 'rights');
      else this.#write(stream, 'beat', {});
    }
    if (this.#streams.size === 0) return;
    try {
      const sessions = [...new Set([...this.#streams].map(({ staff }) => staff.session_id))];
      for (const session of await sessionsThatEnded(this.#db, sessions, new Date()))
        for (const stream of this.#whose({ ends_session: session })) this.#end(stream, 'rights');
    } catch (error) {
      this.#log.warn({ err: error }, 'sessions of streams could not be looked at');
    }
  }

  #write({ readable }: Stream, name: string, data: object): void {
    if (readable.destroyed || readable.readableEnded) return;
    if (readable.readableLength > streamLimits.unread) readable.destroy();
    else readable.push(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  #end(stream: Stream, why: EndReason): void {
    if (!this.#streams.delete(stream)) return;
    this.#write(stream, 'end', { why });
    stream.readable.push(null);
  }

  #endAll(why: EndReason): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    for (const stream of this.#streams) this.#end(stream, why);
  }
}

function eachOnce(events: OfficeEvent[]): OfficeEvent[] {
  const once = distinct(events);
  return once.length <= streamLimits.events
    ? once
    : distinct(once.map(({ record: _, path: __, ...general }) => general));
}

function distinct(events: OfficeEvent[]): OfficeEvent[] {
  return [...new Map(events.map((event) => [JSON.stringify(event), event])).values()];
}
