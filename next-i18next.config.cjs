/** Languages offered: ru alone unless NEXT_PUBLIC_AVAILABLE_LANGUAGES names more (specification §1). */
const offered = (process.env.NEXT_PUBLIC_AVAILABLE_LANGUAGES || 'ru').split(',').map((code) => code.trim());

module.exports = {
  i18n: {
    defaultLocale: 'ru',
    locales: ['ru', ...offered.filter((code) => code && code !== 'ru')],
    // Russian is the default for everybody; the language lives in the address (stack §6.7).
    localeDetection: false,
  },
};
