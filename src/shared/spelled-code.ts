/** '123-456': a code of six digits as people see it everywhere, read aloud in two groups; typed with or without. */
export function spelledCode(code: string): string {
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}
