import localFont from 'next/font/local';

// One call per subset: next/font has no unicode-range per file. Only Latin-ext has the rouble sign.
const cyrillic = localFont({
  src: './fonts/golos-text-cyrillic-wght-normal.woff2',
  weight: '400 900',
  display: 'swap',
  adjustFontFallback: false,
  preload: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116' }],
});

const latin = localFont({
  src: './fonts/golos-text-latin-wght-normal.woff2',
  weight: '400 900',
  display: 'swap',
  preload: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
    },
  ],
});

const rouble = localFont({
  src: './fonts/golos-text-latin-ext-wght-normal.woff2',
  weight: '400 900',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+20BD' }],
});

const families = [
  rouble.style.fontFamily,
  cyrillic.style.fontFamily,
  'cyrillic-fallback',
  latin.style.fontFamily,
].join(', ');

/**
 * Arial with the metrics of Golos in Russian, so that lines break at the same places when the font arrives. next/font
 * measures Latin letters only.
 */
const cyrillicFallback =
  '@font-face{font-family:cyrillic-fallback;src:local(Arial),local("Liberation Sans");size-adjust:95.2%;' +
  'ascent-override:103%;descent-override:23.1%;line-gap-override:0%;unicode-range:U+0400-045F,U+2116}';

/**
 * Loads the fonts that every screen needs. Not preloaded in the document, where they would delay the scripts; here they
 * load while the scripts start.
 */
export function startFonts(): void {
  for (const font of [cyrillic, latin]) {
    // Falls back to the system font.
    document.fonts?.load(`1em ${font.style.fontFamily}`, 'Жx').catch(() => undefined);
  }
}

/** Rendered as a plain style element: dialogs are outside any element that could carry a class. */
export const fontStyle = `${cyrillicFallback}:root{--font-app:${families}}`;
