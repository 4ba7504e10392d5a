/** Calls `use` with the URL of a server for scratch databases. */
export async function withScratchServer<T>(use: (serverUrl: string) => Promise<T>): Promise<T> {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) throw new Error('TEST_DATABASE_URL is not set');
  return use(given);
}
