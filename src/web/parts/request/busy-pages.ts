/** From `page-facts.ts`, written in by the build. */
declare const __BUSY_PAGES__: string;

/** Addresses of pages where somebody is in the middle of something of their own: nothing is offered beside it. */
export const busyPages = new RegExp(__BUSY_PAGES__);
