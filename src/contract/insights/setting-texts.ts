/** Paths of the settings' texts that differ by language, as the page of missing translations counts and fills them. */
export const settingTexts = [
  ...(['siteTitle', 'siteSubtitle', 'copyrightText', 'externalText'] as const),
  ...(['seo.metaTitle', 'seo.metaDescription', 'seo.metaTags', 'seo.ogTitle', 'seo.ogDescription'] as const),
] as const;

export type SettingText = (typeof settingTexts)[number];
