/**
 * Languages in the build: all that have texts, unless NEXT_PUBLIC_AVAILABLE_LANGUAGES lists fewer. Which of them the panel
 * offers is a setting of the marketplace (`src/state/languages.ts`).
 */
const built = (process.env.NEXT_PUBLIC_AVAILABLE_LANGUAGES || 'ru,en,ar')
  .split(',')
  .map((code) => code.trim());

module.exports = {
  i18n: {
    defaultLocale: 'ru',
    locales: ['ru', ...built.filter((code) => code && code !== 'ru')],
    // Russian is the default for everybody; the language is part of the address.
    localeDetection: false,
  },
};
