/** Loads once and gives everybody the same; after a failure the next call begins again. */
export function loadOnce<Given extends unknown[], Loaded>(
  load: (...given: Given) => Promise<Loaded>,
): (...given: Given) => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  return (...given) => {
    loading ??= load(...given).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}
