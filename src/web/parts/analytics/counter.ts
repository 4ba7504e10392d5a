import { currency } from '#shared/constants.ts';
import { cleanAddress } from './clean-address.ts';

/** A product as the data layer names it; price in roubles. */
export type LayerProduct = {
  id: string;
  name: string;
  brand?: string;
  category?: string;
  price?: number;
  quantity?: number;
  list?: string;
  position?: number;
  coupon?: string;
};
export type Promotion = { id: string; name: string; creative_slot?: string; position?: number };

/** What the data layer may hold: the shapes of Yandex.Metrica's e-commerce. */
export type LayerEvent =
  | { impressions: LayerProduct[] }
  | { click: { actionField?: { list: string }; products: LayerProduct[] } }
  | { detail: { products: LayerProduct[] } }
  | { add: { products: LayerProduct[] } }
  | { remove: { products: LayerProduct[] } }
  | { checkout: { actionField: { step: number }; products: LayerProduct[] } }
  | { purchase: { actionField: { id: string; revenue: number; coupon?: string }; products: LayerProduct[] } }
  | { promoView: { promotions: Promotion[] } }
  | { promoClick: { promotions: Promotion[] } };

type Ym = ((...call: unknown[]) => void) & { a?: unknown[][]; l?: number };

declare global {
  interface Window {
    dataLayer?: object[];
    ym?: Ym;
  }
}

export type Counter = ReturnType<typeof openCounter>;

/**
 * Starts Metrica's counter `id`, whose script comes from `source`. Calls before the script is there wait in its own
 * queue; a script that is blocked leaves them there and nothing else happens. Hits are sent by us (defer), with clean
 * addresses.
 */
export function openCounter(id: number, source: string) {
  window.dataLayer ??= [];
  window.ym ??= Object.assign(
    (...call: unknown[]) => {
      if (!window.ym) return;
      window.ym.a ??= [];
      window.ym.a.push(call);
    },
    { l: Date.now() },
  ) as Ym;
  const call = (...words: unknown[]) => {
    if (typeof window.ym === 'function') window.ym(id, ...words);
  };
  const script = document.createElement('script');
  script.async = true;
  script.src = source;
  document.head.append(script);
  call('init', {
    defer: true,
    ecommerce: 'dataLayer',
    accurateTrackBounce: true,
    clickmap: false,
    trackLinks: false,
    webvisor: false,
  });
  let before = document.referrer ? cleanAddress(document.referrer) : '';
  let isOpen = true;

  return {
    /** One view of a page: the first one, and each client navigation. */
    hit() {
      const address = cleanAddress(window.location.href);
      if (isOpen) call('hit', address, { title: document.title, referer: before });
      before = address;
    },
    layer(event: LayerEvent) {
      if (isOpen) window.dataLayer?.push({ ecommerce: { currencyCode: currency, ...event } });
    },
    goal(goal: string, params?: object) {
      // Signs that a target may not hold; a plus is written as the reference says.
      const target = goal.replace(/[/\\&#?="]/g, '_').replaceAll('+', '%2B');
      if (isOpen) call('reachGoal', target, ...(params ? [params] : []));
    },
    close() {
      isOpen = false;
      call('destroy');
    },
  };
}
