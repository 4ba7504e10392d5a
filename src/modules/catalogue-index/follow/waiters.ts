/** Those who wait for work that begins after they have asked. */
export class Waiters {
  #asked = 0;
  #waiting: { number: number; resolve: () => void }[] = [];

  ask(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ number: ++this.#asked, resolve });
    return promise;
  }

  /** Before work; what it returns is called when that work is done. */
  begin(): () => void {
    const last = this.#asked;
    return () => {
      for (const one of this.#waiting) if (one.number <= last) one.resolve();
      this.#waiting = this.#waiting.filter((one) => one.number > last);
    };
  }
}
