import { fetchTexts } from '@/lib/i18n/fetch-texts';
import { i18nConfig } from '@/lib/i18n/i18n';

/**
 * Gives i18next the dictionaries that the document has preloaded. To wait for them while React hydrates would cost what a
 * person has typed into the served page. One that does not come is asked for again by the components.
 */
export async function loadFirstTexts(): Promise<void> {
  if (typeof window === 'undefined') return;
  const { lang } = document.documentElement;
  const names = [...document.querySelectorAll<HTMLElement>('link[data-texts]')].map(
    (link) => link.dataset.texts ?? '',
  );
  const loaded = await Promise.allSettled(
    names.map(async (name) => [name, await fetchTexts(lang, name)] as const),
  );
  const texts = loaded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  Object.assign(i18nConfig, { resources: { [lang]: Object.fromEntries(texts) } });
}
