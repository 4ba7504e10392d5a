/** From `page-facts.ts`, written in by the build. */
declare const __QUIET_PAGES__: string;

/** Addresses of pages of one task, of an offer of their own, and of long texts: no banner is laid over them. */
export const quietPages = new RegExp(__QUIET_PAGES__);
