import { ensure } from '#shared/ensure.ts';

/** One event of Chromium's trace. `ts`, `dur` in µs of the clock, `tdur` in µs of the thread's processor. */
export type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  tdur?: number;
  tid: number;
  pid: number;
  args: { beginData?: { url?: string }; data?: TraceData; fileName?: string };
};

type TraceData = { url?: string; functionName?: string };

/** One task of the page's thread: milliseconds of the slowed processor in all, and by what ran in it. */
export type Task = { ms: number; parts: Map<string, number> };

/** The tasks of each thread that showed `url`, from its first markup on: what comes before is the browser's own. */
export function mainThreadTasks(events: TraceEvent[], url: string, slowdown: number): Task[][] {
  const threads = new Map<string, TraceEvent[]>();
  for (const event of events) {
    if (event.ph !== 'X') continue;
    const key = `${event.pid} ${event.tid}`;
    const own = threads.get(key) ?? [];
    own.push(event);
    threads.set(key, own);
  }
  return [...threads.values()].flatMap((own) => {
    own.sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
    const first = own.find(({ name, args }) => name === 'ParseHTML' && args.beginData?.url === url);
    return first ? [tasksFrom(first, own, slowdown)] : [];
  });
}

function tasksFrom(first: TraceEvent, own: TraceEvent[], slowdown: number): Task[] {
  const tasks: Task[] = [];
  // Events nest; the stack holds those that are not over. What an event took without its children goes to its own name.
  const modules = modulesOf(own);
  const stack: { end: number; label: string; task: Task | null }[] = [];
  for (const event of own) {
    while (stack.length > 0 && ensure(stack.at(-1)).end <= event.ts) stack.pop();
    const around = stack.at(-1);
    const ms = ((event.tdur ?? event.dur ?? 0) / 1_000) * slowdown;
    let task = around?.task ?? null;
    if (!around && event.name === 'RunTask' && event.ts + (event.dur ?? 0) > first.ts) {
      task = { ms, parts: new Map() };
      tasks.push(task);
    }
    const label = labelOf(event, modules) ?? around?.label ?? 'other';
    if (task) {
      add(task, label, ms);
      if (around?.task) add(task, around.label, -ms);
    }
    stack.push({ end: event.ts + (event.dur ?? 0), label, task });
  }
  return tasks;
}

function add({ parts }: Task, label: string, ms: number): void {
  parts.set(label, (parts.get(label) ?? 0) + ms);
}

const drawing: Record<string, string> = {
  ParseHTML: 'markup',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
  MinorGC: 'garbage',
  MajorGC: 'garbage',
};

/**
 * Which files each evaluation of modules belongs to: its own event does not say, they are those compiled since the one
 * before.
 */
function modulesOf(events: TraceEvent[]): Map<TraceEvent, string> {
  const modules = new Map<TraceEvent, string>();
  let names: string[] = [];
  let isEvaluated = false;
  for (const event of events) {
    if (event.name === 'v8.compileModule') {
      if (isEvaluated) names = [];
      isEvaluated = false;
      names.push(fileOf(event));
    } else if (event.name === 'v8.evaluateModule') {
      isEvaluated = true;
      modules.set(event, names.join('+'));
    }
  }
  return modules;
}

function fileOf({ args }: TraceEvent): string {
  const path = ensure((args.data?.url ?? args.fileName ?? '').split('?')[0]);
  return (path.split('/').at(-1) || 'page').replace(/-[\w-]{8}\.js$/, '');
}

function labelOf(event: TraceEvent, modules: Map<TraceEvent, string>): string | null {
  const { name, args } = event;
  if (drawing[name]) return drawing[name];
  if (modules.has(event)) return `evaluate ${modules.get(event)}`;
  if (/compile/i.test(name)) return `compile ${fileOf(event)}`;
  if (/evaluate/i.test(name)) return `evaluate ${fileOf(event)}`;
  if (name === 'FunctionCall') return `run ${fileOf(event)} ${args.data?.functionName ?? ''}`;
  return null;
}

/** What took most of a task, longest first. */
export function namesOf(parts: Task['parts']): string {
  return [...parts]
    .filter(([, ms]) => ms >= 4)
    .sort((a, b) => b[1] - a[1])
    .map(([label, ms]) => `${label.trim()} ${Math.round(ms)}`)
    .join(', ');
}
