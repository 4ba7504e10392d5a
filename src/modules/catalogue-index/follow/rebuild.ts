import { within } from '#platform/deadline.ts';
import { type Built, buildBeside, type Sources } from '../building/build-beside.ts';

/** A reading of everything takes half a minute at a million goods. */
const longestMs = 600_000;

/** Readings of everything in a thread, one at a time. */
export class Rebuild {
  readonly #sources: Sources;
  readonly #arrived: () => void;
  readonly #failed: (error: unknown) => void;
  #thread: ReturnType<typeof buildBeside> | null = null;
  #built: Built | null = null;

  /** `arrived`: there is something to take. `failed`: nothing came of a reading. */
  constructor(sources: Sources, on: { arrived: () => void; failed: (error: unknown) => void }) {
    this.#sources = sources;
    this.#arrived = on.arrived;
    this.#failed = on.failed;
  }

  get isUnderWay(): boolean {
    return this.#thread !== null;
  }

  /** What was read and nobody has done with. */
  get built(): Built | null {
    return this.#built;
  }

  /** Begins, unless one is under way or its result waits. */
  start({ usesReplica }: { usesReplica: boolean }): void {
    if (this.#thread || this.#built) return;
    const { primary } = this.#sources;
    const thread = buildBeside(usesReplica ? this.#sources : { primary }, { kind: 'everything' });
    this.#thread = thread;
    void this.#finish(thread);
  }

  async #finish(thread: ReturnType<typeof buildBeside>): Promise<void> {
    try {
      const built = await within(longestMs, thread.built);
      if (this.#thread === thread) this.#built = built;
    } catch (error) {
      if (this.#thread === thread) this.#failed(error);
    }
    await thread.end();
    if (this.#thread !== thread) return;
    this.#thread = null;
    if (this.#built) this.#arrived();
  }

  /** The result is in use. */
  done(): void {
    this.#built = null;
  }

  /** What is being read, or waits, is of no use. */
  async stop(): Promise<void> {
    const former = this.#thread;
    this.#thread = null;
    this.#built = null;
    await former?.end();
  }
}
