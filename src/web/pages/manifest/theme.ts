/** `--color-spruce-600` of tokens.css, for what knows no styles: the browser's own bar and the manifest. */
export const themeColor = '#0f5a47';
