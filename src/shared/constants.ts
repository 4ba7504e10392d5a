/** The fixed numbers of the requirements (S9), all in one place. Times in milliseconds unless the name says seconds. */
export const guestCartCookieSeconds = 1_296_000; // S9-01
export const favouritesCookieSeconds = 31_536_000; // S9-04
export const cityCookieSeconds = 2_592_000; // S9-04
/** The chosen pickup point (S2-33) is remembered as long as the city. */
export const pointCookieSeconds = cityCookieSeconds;
export const cityAutoAcceptMs = 10_000; // S9-05
export const popupCloseDelayMs = 300;
export const formMessageCloseMs = 3_000;
export const cabinetDialogCloseMs = { desktop: 3_000, mobile: 1_500 } as const;
export const supportDelayMs = 3_000;
export const bannerFetchDelayMs = 300;
export const chunkReloadGuardMs = 10_000; // S9-06
export const cachedDataMs = 60_000;
export const maxParallelPreloads = 5;
export const compactHeaderShare = 0.05;
export const uploadLimitBytes = 5_242_880;
export const imagePreset = { format: 'webp', quality: 70, densities: [1, 2] } as const; // S9-09
export const screens = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536 } as const;
export const loadingIndicator = {
  throttleMs: 200,
  durationMs: 2_000,
  hideDelayMs: 500,
  resetDelayMs: 400,
  heightPx: 3,
} as const; // S9-10
export const currency = 'RUB'; // S9-11
/**
 * S9-08: two readings differ on purpose; each place keeps its own. They hold until the owner sets others (setting
 * `contact_centre`).
 */
export const contactCentreHours = {
  tooltip: ['Пн–Пт 08:30–17:30', 'Сб–Вс 10:00–20:00'],
  header: ['Пн–Пт 09:00–20:00', 'Сб–Вс 10:00–20:00'],
} as const;
export const cartLimits = { lines: 150, cookieBytes: 3_000, maxCount: 99_999 } as const;
export const listLimits = { favourites: 200, compare: 40, viewed: 60 } as const;

/** What a merge of carts brought, until a page has said it (S4-10). */
export const mergeNoteCookie = 'cart_note';

/** The longest a browser keeps a cookie: 400 days. */
export const visitorCookieSeconds = 34_560_000;
/**
 * Days after receiving in which goods in whole packs are taken back without reasons (law on consumers’ rights, art.
 * 26.1).
 */
export const takeBackDays = 7;
/**
 * Sessions: the access token's life, the refresh token's, and how long a replaced one still answers with its successor.
 */
export const accessSeconds = 600;
export const refreshSeconds = 2_592_000;
/** However often it is renewed, a session ends so long after its sign-in; that of staff by the setting `security`. */
export const sessionSeconds = 7_776_000;
export const refreshGraceSeconds = 5;
/** How far apart the clocks of two web processes may be before a parallel renewal looks like a theft. */
export const clockSkewSeconds = 60;
/** S6-05: the longest a member of staff acts as a customer. */
export const actingSeconds = 1_800;
export const actingLinkSeconds = 60;
/** Codes in emails: digits, checks of one code. */
export const codeDigits = 6;
export const codeTries = 5;
