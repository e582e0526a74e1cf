/**
 * Languages that the build holds: all that have texts, unless NEXT_PUBLIC_AVAILABLE_LANGUAGES names fewer. Which of them the
 * panel offers is a setting of the marketplace (`src/state/languages.ts`).
 */
const built = (process.env.NEXT_PUBLIC_AVAILABLE_LANGUAGES || 'ru,en,ar')
  .split(',')
  .map((code) => code.trim());

module.exports = {
  i18n: {
    defaultLocale: 'ru',
    locales: ['ru', ...built.filter((code) => code && code !== 'ru')],
    // Russian is the default for everybody; the language lives in the address (stack §6.7).
    localeDetection: false,
  },
};
