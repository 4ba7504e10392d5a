/** Pauses of one loop that others may end early. What wakes it while it works ends the next pause at once. */
export class Pause {
  #isWoken = false;
  #end: () => void = () => {};

  wake(): void {
    this.#isWoken = true;
    this.#end();
  }

  /** Before work: whatever wakes from now on may be about something that this work has not seen. */
  begin(): void {
    this.#isWoken = false;
  }

  async take(ms: number): Promise<void> {
    if (this.#isWoken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
