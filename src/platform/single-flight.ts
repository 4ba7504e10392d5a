/** What is being made now, by key: whoever asks for the same meanwhile waits for it. */
export function openFlights<V>() {
  const flights = new Map<string, Promise<V>>();
  return {
    get: (key: string): Promise<V> | undefined => flights.get(key),
    /** `work` is what is made under `key` until it ends, well or badly. */
    begin(key: string, work: Promise<V>): Promise<V> {
      const flight: Promise<V> = work.finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
      flights.set(key, flight);
      return flight;
    },
    count: (): number => flights.size,
  };
}
