/** As soon as nothing was typed for so long. */
const quietMs = 250;
const leastLength = 2;

/** `form` with the field `placeName` of the locality, and what is typed as the street. */
export type AskStreets = (form: HTMLFormElement | null, placeName: string, typed: string) => void;

/**
 * Asks the server for streets of the locality beside; `show` gets them, none when it fails or there is nothing to ask.
 * Of several calls the last one alone is answered. Once the server has said that nobody knows streets, it is not asked
 * again.
 */
export function streetAsker(show: (streets: string[]) => void): AskStreets {
  let isOn = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let controller: AbortController | undefined;
  return (form, placeName, typed) => {
    clearTimeout(timer);
    controller?.abort();
    if (!isOn) return;
    const field = form?.elements.namedItem(placeName);
    const place = field instanceof HTMLInputElement ? field.value.trim() : '';
    if (place === '' || typed.trim().length < leastLength) return show([]);
    timer = setTimeout(async () => {
      controller = new AbortController();
      const { signal } = controller;
      let streets: string[] = [];
      try {
        const query = new URLSearchParams({ place, q: typed.trim() });
        const answer = await fetch(`/api/_visitor/streets?${query}`, { signal });
        if (answer.ok) ({ is_on: isOn, streets } = await answer.json());
      } catch {
        // Without a network the field is a plain one.
      }
      // Of what was typed on the next call tells.
      if (!signal.aborted) show(streets);
    }, quietMs);
  };
}
