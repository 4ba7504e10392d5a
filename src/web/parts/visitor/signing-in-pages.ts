/** From `page-facts.ts`, written in by the build. */
declare const __SIGNING_IN_PAGES__: string;

/** Addresses of pages about signing in: they are no place to come back to. */
export const signingInPages = new RegExp(__SIGNING_IN_PAGES__);
