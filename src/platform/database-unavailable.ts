/**
 * SQLSTATE of answers that speak of the server's state, not of the statement (PostgreSQL's documentation, appendix A).
 */
const unavailableStates = new Set([
  '25006', // read-only: this server has become a standby
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '55P03', // lock_timeout
  '57014', // statement_timeout
  '57P01', // the administrator ends sessions
  '57P02', // a crash ends sessions
  '57P03', // the server starts or stops
  '57P05', // idle_session_timeout
  '58000',
  '58030', // reading or writing the disk failed
]);

/** Connection exceptions; insufficient resources: disk, memory, connections. */
const unavailableClasses = /^(08|53)[0-9A-Z]{3}$/;

/** What the operating system says of a connection. */
const unreachable = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);

/** pg gives these no code; database-unavailable.test.ts brings each of them about. */
const silentConnections = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
]);

/**
 * Whether a statement failed because the database could not be reached or could not work (away, starting, silent, full,
 * overloaded, too slow), and the same request may succeed later. Errors of the statement itself (a constraint, a syntax
 * error, a deadlock) are none. A partner's failure is told apart by not being looked into: `fetch` hides its own in
 * `cause`.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return silentConnections.has(error.message);
  if (code === 'ENOENT') return syscall === 'connect'; // the socket of a server that is away
  return unreachable.has(code) || unavailableStates.has(code) || unavailableClasses.test(code);
}
