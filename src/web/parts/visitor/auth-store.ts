/** S3-04, as GET /api/auth/user tells it. */
export type ContactInfo = { id: number; type: 'phone' | 'email' | 'telegram'; value: string; purpose: string };
export type CurrentUser = {
  buyer: { full_name: string };
  is_b2b_buyer: boolean;
  buyer_price_column: string | null;
  contact_infos: ContactInfo[];
};

/** S3-03. */
export type AuthState = {
  currentDomain: string;
  isAuthenticated: boolean;
  currentUser: CurrentUser | null;
  isSubscribed: boolean;
  uuid: string | null;
  isRefreshing: boolean;
  refreshError: string | null;
};

/** What one tab tells the others of the same branch. */
export type AuthNews = 'signed-in' | 'signed-out';

/** Everything outside the store, so that its states can be walked without a browser. */
export type AuthWorld = {
  domain: string;
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** One at a time in all tabs of the branch; `hasWaited`: another tab was at it before. */
  exclusively: <T>(work: (hasWaited: boolean) => Promise<T>) => Promise<T>;
  tell: (news: AuthNews) => void;
  /**
   * The device has no network: a failure then says nothing about the session, and a kept pass must stay on the screen.
   */
  isOffline: () => boolean;
  /** The page is being left: what fails now failed because of that. */
  isLeaving: () => boolean;
  /** Takes away the readable cookie `signed`, so that a page loaded next asks nobody. */
  forgetMark: () => void;
  /** Somebody came or went: pages of other people's data are out of date. */
  accountChanged: () => void;
  /** Whoever comes next in this tab finds nothing of what was filled in for an order. */
  forgetDrafts: () => void;
  reloadHome: () => void;
};

/** `known`: another tab had refreshed already, and the user is fetched. */
export type RefreshOutcome = 'refreshed' | 'known' | 'guest' | 'logged-out' | 'refused';

const noRefreshToken = 'No refresh token available';
const refreshFailed = 'Failed to refresh token';
const networkFailed = 'Network error during token refresh';

/** The signed-in visitor as the browser knows it (S3-03), and the steps of S4-01…S4-04 and S8-01. */
export class AuthStore {
  readonly #world: AuthWorld;
  readonly #unknown: AuthState;
  #state: AuthState;
  #loading: Promise<void> | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(world: AuthWorld) {
    this.#world = world;
    this.#unknown = {
      currentDomain: world.domain,
      isAuthenticated: false,
      currentUser: null,
      isSubscribed: false,
      uuid: null,
      isRefreshing: false,
      refreshError: null,
    };
    this.#state = this.#unknown;
  }

  // Bound, for `useSyncExternalStore`.
  readonly get = (): AuthState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** S4-01; asked again while it runs, it is the same run. */
  load(): Promise<void> {
    this.#loading ??= this.#userOrRefresh().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /** S4-02…S4-04: one refresh at a time; a second one is refused while the first runs. */
  async refresh(): Promise<RefreshOutcome> {
    if (this.#state.isRefreshing) return 'refused';
    this.#set({ isRefreshing: true });
    const { error, outcome } = await this.#world.exclusively(async (hasWaited) => {
      // Cookies are the same in all tabs: the one before has renewed this one's too.
      if (hasWaited && (await this.#fetchUser())) return { error: null, outcome: 'known' as const };
      return { error: await this.#postRefresh(), outcome: 'refreshed' as const };
    });
    if (error === null) {
      this.#set({ isRefreshing: false, refreshError: null });
      return outcome;
    }
    if (this.#world.isLeaving()) {
      this.#set({ isRefreshing: false });
      return 'refused';
    }
    return error === noRefreshToken ? this.#becomeGuest(error) : this.#logOut(error);
  }

  /** After one of the three ways let the visitor in: the user is fetched, pages and other tabs follow (S4-05). */
  async signedIn(): Promise<void> {
    await this.#loading;
    await this.load();
    this.#world.tell('signed-in');
    this.#world.accountChanged();
  }

  /** «Выйти» (S7-05). */
  signOut(): Promise<'logged-out'> {
    this.#world.forgetDrafts();
    return this.#logOut(null);
  }

  /** The session ended without this tab: in another one, or on the server. */
  forget(): void {
    if (!this.#state.isAuthenticated) return;
    this.#set(this.#unknown);
    this.#world.forgetDrafts();
    this.#world.accountChanged();
  }

  async onNews(news: AuthNews): Promise<void> {
    if (news === 'signed-out') this.forget();
    if (news !== 'signed-in') return;
    await this.load();
    this.#world.accountChanged();
  }

  #set(change: Partial<AuthState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** The user; on failure one refresh, then the user again. Without a network nobody is asked. */
  async #userOrRefresh(): Promise<void> {
    if (this.#world.isOffline()) return;
    if (await this.#fetchUser()) return;
    if (this.#world.isLeaving()) return;
    if ((await this.refresh()) === 'refreshed') await this.#fetchUser();
  }

  /** GET /api/auth/user (S7-02); true when it named a user. */
  async #fetchUser(): Promise<boolean> {
    const reported = await this.#ask<UserAnswer>('/api/auth/user', { cache: 'no-store' });
    const user = reported?.success ? reported.data?.currentUser : null;
    if (!user) return false;
    const isSubscribed = Boolean(reported?.data?.isSubscribed);
    this.#set({ isAuthenticated: true, currentUser: user, uuid: reported?.data?.uuid ?? null, isSubscribed });
    return true;
  }

  /** null, or the message of the failure. */
  async #postRefresh(): Promise<string | null> {
    try {
      const answer = await this.#world.fetch('/api/_auth/refresh-token', { method: 'POST', credentials: 'include' });
      const reported = (await answer.json().catch(() => null)) as RefreshAnswer | null;
      if (answer.ok && reported?.success) return null;
      const error = reported?.error;
      return (typeof error === 'string' ? error : error?.message) || refreshFailed;
    } catch {
      return networkFailed;
    }
  }

  /** S4-02: a guest's uuid, an empty user. */
  async #becomeGuest(error: string): Promise<'guest'> {
    const reported = await this.#ask<{ user?: { uuid?: string | null } }>('/api/_auth/cookie', {
      credentials: 'include',
    });
    this.#world.forgetMark();
    this.#set({ ...this.#unknown, uuid: reported?.user?.uuid ?? null, refreshError: error });
    return 'guest';
  }

  /** S4-03: nothing is kept, here or in the session's cookies; the shop begins again at `/`. */
  async #logOut(error: string | null): Promise<'logged-out'> {
    // Without the mark first, a look at it meanwhile would find somebody signed in and ask again.
    this.#world.forgetMark();
    this.#set({ ...this.#unknown, refreshError: error });
    await this.#world.fetch('/api/_auth/cookie', { method: 'DELETE', credentials: 'include' }).catch(() => null);
    this.#world.tell('signed-out');
    this.#world.reloadHome();
    return 'logged-out';
  }

  async #ask<T>(path: string, init: RequestInit): Promise<T | null> {
    try {
      const answer = await this.#world.fetch(path, init);
      // Read in any case: an unread body keeps its connection.
      const reported = (await answer.json()) as T;
      return answer.ok ? reported : null;
    } catch {
      return null;
    }
  }
}

type UserAnswer = {
  success: boolean;
  data?: { uuid?: string | null; currentUser?: CurrentUser | null; isSubscribed?: boolean };
};

type RefreshAnswer = { success?: boolean; error?: string | { message?: string } };
