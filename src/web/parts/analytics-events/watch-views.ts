import type { Counter } from '#web/parts/analytics/counter.ts';
import type { OpenPages, PageState } from '#web/parts/analytics/open-pages.ts';

/** Counts each view of a page once and its filters as goals; `shown` is called for every view. Returns what ends it. */
export function watchViews(
  counter: Counter,
  pages: OpenPages,
  shown: (state: PageState, isOtherPage: boolean) => void,
): () => void {
  let view = '';
  /** Title of the view that was counted last. */
  let titled = '';
  let path = '';
  let search = '';

  function look(state: PageState): void {
    if (!state.isIdle) return;
    const { pathname, search: query, key } = state.location;
    // A form's answer renders the same entry again, a jump to a heading is no page.
    const now = `${key} ${pathname}${query}`;
    if (now === view) return;
    const isFirst = view === '';
    view = now;
    window.setTimeout(() => arrived(state, isFirst));
  }

  function arrived(state: PageState, isFirst: boolean): void {
    const { pathname, search: query } = state.location;
    const isOtherPage = pathname !== path;
    if (isFirst) {
      titled = document.title;
      counter.hit();
    } else if (isOtherPage || query !== search) hitWhenTitled(view, titled);
    if (!isOtherPage) countFilters(search, query);
    path = pathname;
    search = query;
    shown(state, isOtherPage);
  }

  /**
   * React renders what the router brought in its own time; a page whose title is the same as before is waited for no
   * longer than a second.
   */
  function hitWhenTitled(seen: string, before: string, tries = 20): void {
    if (seen !== view) return;
    if (document.title === before && tries > 0) {
      window.setTimeout(hitWhenTitled, 50, seen, before, tries - 1);
      return;
    }
    titled = document.title;
    counter.hit();
  }

  function countFilters(before: string, after: string): void {
    const old = new URLSearchParams(before);
    for (const [key, value] of new URLSearchParams(after))
      if (!/^(page|first|sort|view|q)$/.test(key) && !old.getAll(key).includes(value)) counter.goal(`filter_${key}`);
  }

  look(pages.state);
  return pages.subscribe(look);
}
