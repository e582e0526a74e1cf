/** Russian texts of one family (next.config.js). */
declare module '@locales/ru/resources.json?*' {
  const words: typeof import('../public/locales/ru/resources.json');
  // biome-ignore lint/style/noDefaultExport: it is what a JSON module has
  export default words;
}

/** Texts of every page, in part (next.config.js). */
declare module '@locales/ru/common.json?*' {
  const words: typeof import('../public/locales/ru/common.json');
  // biome-ignore lint/style/noDefaultExport: it is what a JSON module has
  export default words;
}

/** Texts of forms that the search finds settings by (next.config.js). */
declare module '@locales/ru/form.json?*' {
  const words: typeof import('../public/locales/ru/form.json');
  // biome-ignore lint/style/noDefaultExport: it is what a JSON module has
  export default words;
}
