import { createTheme, type Theme } from '@mui/material/styles';

/**
 * The shop's tokens (src/web/styles/tokens.css, already applied to the page) as the theme of MUI, in the denser sizes
 * of a working screen. MUI calculates with colours, so it needs their values, not their names.
 */
export function makeTheme(): Theme {
  const tokens = getComputedStyle(document.documentElement);
  const colour = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim() || '#000000';
  const line = colour('sand-200');
  return createTheme({
    palette: {
      mode: 'light',
      primary: { main: colour('spruce-600'), dark: colour('spruce-700'), light: colour('spruce-400') },
      secondary: { main: colour('lake-500'), dark: colour('lake-600') },
      error: { main: colour('berry-500'), dark: colour('berry-600') },
      warning: { main: colour('ochre-600'), dark: colour('ochre-700') },
      info: { main: colour('lake-500'), dark: colour('lake-600') },
      success: { main: colour('spruce-500'), dark: colour('spruce-700') },
      text: { primary: colour('sand-900'), secondary: colour('sand-600'), disabled: colour('sand-600') },
      background: { default: tokens.getPropertyValue('--ground').trim(), paper: colour('sand-0') },
      divider: line,
    },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: tokens.getPropertyValue('--font-sans').trim(),
      fontSize: 13,
      htmlFontSize: 16,
      body1: { fontSize: 13, lineHeight: '18px' },
      body2: { fontSize: 13, lineHeight: '18px' },
      button: { fontSize: 13, fontWeight: 600, textTransform: 'none', letterSpacing: 0 },
      h6: { fontSize: 14, fontWeight: 600, letterSpacing: 0 },
    },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: { minHeight: 34 } } },
      MuiTextField: { defaultProps: { size: 'small', variant: 'outlined' } },
      MuiFormControl: { defaultProps: { size: 'small', variant: 'outlined' } },
      MuiOutlinedInput: { styleOverrides: { root: { minHeight: 36, fontSize: 13 } } },
      MuiMenuItem: { styleOverrides: { root: { minHeight: 34, fontSize: 13 } } },
      MuiTableCell: { styleOverrides: { root: { height: 36, padding: '6px 8px', borderColor: line } } },
      MuiTooltip: { styleOverrides: { tooltip: { fontSize: 12, backgroundColor: colour('sand-800') } } },
    },
  });
}
