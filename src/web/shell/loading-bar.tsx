/** S2-46. */
export function LoadingBar() {
  return null;
}
