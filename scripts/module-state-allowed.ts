/**
 * Names of module-level state by file, as far as it may stand. The list only gets shorter: an entry that is not needed
 * fails the check.
 */
export const stateAllowed: Record<string, string[]> = {
  // Programs: each runs once and is its process.
  'src/server.ts': ['stop', 'closeSecond', 'stopping'],
  'src/start.ts': ['isStopping', 'embedded', 'children', 'childUrls'],
  'src/worker.ts': ['runner', 'isStopping', 'pauseMs', 'pools', 'endedPools', 'events', 'ends'],

  // What the process as a whole knows: its caches, its pools and which of them it follows, its counts.
  'src/platform/cache.ts': ['registry'],
  'src/platform/invalidation.ts': ['followed'],
  'src/platform/database-pool.ts': ['statementNames'],
  'src/platform/failures.ts': ['counts'],

  // Goes along with a request or a job, and ends with it.
  'src/platform/request-settings.ts': ['current'],

  // Filled as it is asked for and gone with the one object that it belongs to: a database,
  'src/modules/catalogue-index/catalogue-index.ts': ['stateOfDatabase'],
  'src/modules/catalogue/categories.ts': ['treesOfDatabase', 'versionOfDatabase'],
  'src/modules/catalogue/named-values.ts': ['valuesOfTree'],
  'src/modules/search/plan/cached-plans.ts': ['plansOf'],
  'src/platform/cached-read.ts': ['idOf'],
  'src/web/parts/shell/static/static-parts.server.tsx': ['cachedOf'],
  // the index of the catalogue, a query, what is found of it, an answer, a server.
  'src/modules/catalogue-index/segments.ts': ['pricedSegments'],
  'src/modules/departments/directory.ts': ['pointsByBranch'],
  'src/modules/search/plan/carried-values.ts': ['knownKeys'],
  'src/modules/text-index/match-text.ts': ['resultsOf'],
  'src/platform/cached-response.ts': ['headsOf'],
  'src/api/admin/register.ts': ['limitersOf'],

  // Queues of one process: how much of its processor the work on files of strangers and of staff may take.
  'src/platform/document-text.ts': ['inTurn', 'tablesInTurn'],
  'src/modules/reviews/photos.ts': ['inTurn'],
  'src/modules/estimates/estimate-limit.ts': ['inEstimateQueue', 'inFormQueue'],
  'src/modules/uploads/uploads.ts': ['inTurn'],

  // Counts that wait a minute to be written (`platform/waiting-counts.ts`), by kind.
  'src/modules/search/finds.ts': ['waiting'],
  'src/modules/search/misses.ts': ['waiting'],
  'src/modules/content/missing-paths.ts': ['waiting'],
  'src/modules/landings/count-variants.ts': ['waiting'],
  'src/modules/reports/left-goods.ts': ['waiting'],

  // Made once and the same ever after: a slow hash, a file of the package.
  'src/modules/accounts/passwords.ts': ['dummyHash', 'leakedPasswords'],

  // Runs in the browser too, where the cache is not; one entry per time zone of a branch.
  'src/shared/zoned-time.ts': ['clocks'],

  // The browser's side: one page, one visitor, and gone with the page. First what parts of the page share,
  'src/web/ui/after-press.ts': ['isPressed'],
  'src/web/parts/visitor/auth.ts': ['isLeaving', 'auth'],
  'src/web/parts/visitor/merged-news.ts': ['merged'],
  'src/web/parts/visitor/signed-mark.ts': ['isOn'],
  'src/web/parts/visitor/visitor-lists.ts': ['storeOf'],
  'src/web/parts/shell/open-city-question.ts': ['isCityQuestionOpen'],
  'src/web/parts/shell/shared-visibility.ts': ['stores'],
  'src/web/pages/cart/send-to-cart.ts': ['queueOf'],
  // then what is fetched once.
  'src/web/parts/forms/standing-consent.ts': ['ask'],
  'src/web/parts/maps/yandex-maps.ts': ['loadScript'],
  'src/web/parts/shell/menu-html.ts': ['askMenu'],
  'src/web/parts/signing/signing.tsx': ['authModule'],
  'src/web/parts/zoom/use-zoom.ts': ['loadZoom'],
  // Carries from calls to the screen that the session is over.
  'admin/src/session/session.ts': ['sessionSignals'],
};

/**
 * Names of collections with a bound of their own by file, as far as they may stand (decision 440). The list only gets
 * shorter too.
 */
export const boundedAllowed: Record<string, string[]> = {
  // A queue and no cache: counts that wait a minute to be written; each is written, none is read.
  'src/platform/waiting-counts.ts': ['counts'],
  // No cache either: the goods that are ticked on a screen, at most so many.
  'admin/src/parts/use-boxes.ts': ['next'],
};

/**
 * Names of what is taken again while it is young by file, as far as it may be: what no cache of ours holds
 * (`maxAgeMs` of `createCache`). The list only gets shorter.
 */
export const timedAllowed: Record<string, string[]> = {
  // A connection that has just answered is not tried again.
  'src/platform/database-pool.ts': ['connection'],

  // What the page shows of the cart on the server: whoever changes it says so, and coming back to the tab asks again,
  // at most every ten seconds. The cache is not in the browser.
  'src/web/parts/visitor/account-cart-copy.ts': ['askedAt'],

  // No values: so often at most a line is written, of a log or of how far an import is.
  'src/platform/images.ts': ['warnedAt'],
  'src/integrations/onec/exchange/import-received.ts': ['reportedAt'],
  'src/integrations/onec/staff-jobs/run.ts': ['reportedAt'],

  // In the browser’s own store: whether this address subscribes, drafts of staff.
  'src/web/parts/forms/subscription-form.ts': ['known'],
  'admin/src/parts/stored-draft.ts': ['stored'],
};
